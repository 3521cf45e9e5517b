import './trust.css'
import type { ResponseOf } from '../../api/operations.ts'
import { request } from '../../api/request.ts'
import { ExportActions } from '../../blocks/export/export-actions.tsx'
import { FigureStrip } from '../../blocks/figure/figure-strip.tsx'
import { column, EXTRA, MAIN } from '../../blocks/table/column.ts'
import { PlainTable } from '../../blocks/table/plain-table.tsx'
import { ageText, toSec, utcText } from '../../lib/writing.ts'
import { AppLink } from '../../page/app-link.tsx'
import { by } from '../../page/list-filters.ts'
import { defineList, ListPage } from '../../page/list-page.tsx'
import { Section } from '../../page/section.tsx'
import { agePlace, lateDays } from './reading.ts'

type Freshness = ResponseOf<'getFreshness'>
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
    by('late', 'Late', 'Late or not', ({ isLate }) => [
      isLate === true ? 'late' : isLate === false ? 'in time' : 'no rhythm',
    ]),
  ],
  columns: [
    column('text', 'fact', 'Fact', 'fact', MAIN),
    column('flag', 'late', 'Late', 'isLate', {
      isMain: true,
      show: ({ isLate }) =>
        isLate === true ? (
          <span className="state held">late</span>
        ) : (
          <span className="faint">{isLate === false ? 'no' : '—'}</span>
        ),
    }),
    column('count', 'age', 'Age', 'ageSeconds', {
      isMain: true,
      show: ({ ageSeconds }) => ageText(ageSeconds),
    }),
    column('count', 'line', 'A second to a year', 'ageSeconds', {
      describe: 'Logarithmic; the tick is what is expected. Reference data rarely changes.',
      isFixed: true,
      show: ({ ageSeconds, expectedSeconds, isLate }) => (
        <AgeLine ageSec={ageSeconds} expectedSec={expectedSeconds} isLate={isLate === true} />
      ),
    }),
    column('count', 'expected', 'Expected every', (row) => row.expectedSeconds ?? null, {
      show: ({ expectedSeconds }) => ageText(expectedSeconds),
    }),
    column('count', 'days', `Late days of ${HISTORY_DAYS}`, lateDays),
    column('timestamp', 'newest', 'Newest point', 'newestPoint'),
    column('count', 'run', 'Last run', 'lastRun', {
      show: ({ lastRun }) =>
        lastRun === null ? '—' : <AppLink to={`/runs/${lastRun}`}>{lastRun}</AppLink>,
    }),
    column('timestamp', 'at', 'Committed', ({ lastRunAt }) => toSec(lastRunAt), EXTRA),
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

const WIDTH = 140

/** An age from a second to a year on a logarithmic line, with a tick where it is expected. */
function AgeLine(props: {
  ageSec: number | null
  expectedSec: number | null | undefined
  isLate: boolean
}) {
  const { ageSec, expectedSec, isLate } = props
  const place = agePlace(ageSec)
  const expected = agePlace(expectedSec)
  if (place === null) return <span className="faint">—</span>
  const said = `${ageText(ageSec)} old${expected === null ? '' : `, expected every ${ageText(expectedSec)}`}`
  return (
    <svg className="age-line" viewBox={`0 0 ${WIDTH} 14`} role="img" aria-label={said}>
      <path className="axis" d={`M0 10.5H${WIDTH}`} />
      <rect
        className={isLate ? 'late' : 'age'}
        y={4}
        height={6}
        width={Math.max(2, place * WIDTH)}
      />
      {expected !== null && <path className="expected" d={`M${expected * WIDTH} 1V13`} />}
    </svg>
  )
}

type LiveSource = ResponseOf<'getFreshness'>['sources'][number]

const HEADS = ['Source', 'Cadence', 'State', 'Newest', 'Next', 'Last error']

/** Sources that are read live: what each does, how new it is, what went wrong last. */
function LiveSources({ sources }: { sources: readonly LiveSource[] }) {
  if (sources.length === 0) return null
  return (
    <Section
      title="Live sources"
      note={sources.length}
      actions={
        <ExportActions
          name="Live sources"
          rows={() => ({
            head: ['Source', 'Cadence', 'State', 'Age (s)', 'Next', 'Last error'],
            rows: sources.map((source) => [
              ...[source.source, source.cadence, stateText(source)],
              ...[source.ageSeconds, source.nextAt, source.lastError],
            ]),
          })}
          path={undefined}
        />
      }
    >
      <PlainTable label="Live sources" heads={HEADS}>
        {sources.map((source) => (
          <tr key={source.source}>
            <td className="left">{source.source}</td>
            <td className="left">
              <code>{source.cadence}</code>
            </td>
            <td className="left">{stateText(source)}</td>
            <td className="left">{ageText(source.ageSeconds)} old</td>
            <td className="left">{utcText(source.nextAt, '—')}</td>
            <td className="left" title={source.lastError ?? undefined}>
              {source.lastError === null ? (
                <span className="faint">none</span>
              ) : (
                <span className="state held">{source.lastError}</span>
              )}
            </td>
          </tr>
        ))}
      </PlainTable>
    </Section>
  )
}

function stateText({ running, progress }: LiveSource): string {
  if (!running) return 'waits'
  return progress === null ? 'runs' : `runs, ${progress.done} of ${progress.total}`
}
