import type { AnswerOf } from '../../api/operations.ts'
import { request } from '../../api/request.ts'
import { FigureStrip } from '../../blocks/figure/figure-strip.tsx'
import { column } from '../../blocks/table/column.ts'
import { ageText, toSec } from '../../lib/times.ts'
import { AppLink } from '../../page/app-link.tsx'
import { defineList, ListPage } from '../../page/list-page.tsx'
import { AgeLine } from './age-line.tsx'
import { lateDays } from './late-days.ts'
import { LiveSources } from './live-sources.tsx'

type Freshness = AnswerOf<'getFreshness'>
type FactAge = Freshness['facts'][number]

const HISTORY_DAYS = 90
const REFRESH_SEC = 30

const ages = defineList<Freshness, FactAge>({
  title: 'Freshness',
  note: 'How old each fact is now',
  ...request('getFreshness', { include: 'expected', history: HISTORY_DAYS }),
  ask: { knowsPast: false, refreshSec: REFRESH_SEC },
  rowsOf: ({ facts }) => facts,
  keyOf: ({ fact }) => fact,
  hrefOf: ({ fact }) => `/datasets/${encodeURIComponent(fact)}`,
  searchIn: ({ fact }) => [fact],
  sort: '-late',
  before: (body) => (
    <>
      <Counts body={body} />
      <LiveSources sources={body.sources} />
    </>
  ),
  choices: [
    {
      id: 'late',
      name: 'Late',
      all: 'Late or not',
      namesOf: ({ isLate }) => [
        isLate === true ? 'late' : isLate === false ? 'in time' : 'no rhythm',
      ],
    },
  ],
  columns: [
    column('text', 'fact', 'Fact', ({ fact }) => fact, { isMain: true }),
    column('flag', 'late', 'Late', ({ isLate }) => isLate, {
      isMain: true,
      show: ({ isLate }) =>
        isLate === true ? (
          <span className="state held">late</span>
        ) : (
          <span className="faint">{isLate === false ? 'no' : '—'}</span>
        ),
    }),
    column('count', 'age', 'Age', ({ ageSeconds }) => ageSeconds, {
      isMain: true,
      show: ({ ageSeconds }) => ageText(ageSeconds),
    }),
    column('count', 'line', 'A second to a year', ({ ageSeconds }) => ageSeconds, {
      describe: 'Logarithmic; the tick is what is expected. Reference data is old by nature.',
      isFixed: true,
      show: ({ ageSeconds, expectedSeconds, isLate }) => (
        <AgeLine ageSec={ageSeconds} expectedSec={expectedSeconds} isLate={isLate === true} />
      ),
    }),
    column('count', 'expected', 'Expected every', (row) => row.expectedSeconds ?? null, {
      show: ({ expectedSeconds }) => ageText(expectedSeconds),
    }),
    column('count', 'days', `Late days of ${HISTORY_DAYS}`, lateDays),
    column('moment', 'newest', 'Newest point', ({ newestPoint }) => newestPoint),
    column('count', 'run', 'Last run', ({ lastRun }) => lastRun, {
      show: ({ lastRun }) =>
        lastRun === null ? '—' : <AppLink to={`/runs/${lastRun}`}>{lastRun}</AppLink>,
    }),
    column('moment', 'at', 'Committed', ({ lastRunAt }) => toSec(lastRunAt), { isExtra: true }),
  ],
})

export const FreshnessPage = () => <ListPage list={ages} />

function Counts({ body: { facts, sources } }: { body: Freshness }) {
  const known = facts.filter(({ ageSeconds }) => ageSeconds !== null)
  return (
    <FigureStrip
      items={[
        { name: 'Facts with rows', value: known.length, note: `of ${facts.length}` },
        {
          name: 'Younger than an hour',
          value: known.filter(({ ageSeconds }) => (ageSeconds ?? Infinity) < 3_600).length,
        },
        { name: 'Late', value: facts.filter(({ isLate }) => isLate === true).length },
        { name: 'Live sources', value: sources.length },
        {
          name: 'Sources with an error',
          value: sources.filter(({ lastError }) => lastError !== null).length,
        },
      ]}
    />
  )
}
