import { Facts } from '../../blocks/facts/facts.tsx'
import { column } from '../../blocks/table/column.ts'
import { ageText, momentText, toSec } from '../../lib/times.ts'
import { AppLink } from '../../page/app-link.tsx'
import { defineList, ListPage } from '../../page/list-page.tsx'

interface FactAge {
  readonly fact: string
  readonly newestPoint: number | null
  readonly ageSeconds: number | null
  readonly lastRun: number | null
  readonly lastRunAt: string | null
  readonly expectedSeconds?: number | null
  readonly isLate?: boolean | null
}

interface Source {
  readonly source: string
  readonly state?: string
  readonly nextAt: string | null
  readonly lastError: string | null
  readonly ageSeconds: number | null
}

interface Freshness {
  readonly facts: readonly FactAge[]
  readonly sources: readonly Source[]
}

const ages = defineList<Freshness, FactAge>({
  title: 'Freshness',
  note: 'How old each fact is. These ages are of now, whatever moment is shown elsewhere.',
  path: '/meta/freshness',
  query: { include: 'expected' },
  ask: { knowsPast: false },
  rowsOf: ({ facts }) => facts,
  keyOf: ({ fact }) => fact,
  hrefOf: ({ fact }) => `/datasets/${encodeURIComponent(fact)}`,
  searchIn: ({ fact }) => [fact],
  sort: '-late',
  before: ({ sources }) => <Sources sources={sources} />,
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
    column('count', 'expected', 'Expected every', (row) => row.expectedSeconds, {
      show: ({ expectedSeconds }) => ageText(expectedSeconds),
    }),
    column('moment', 'newest', 'Newest point', ({ newestPoint }) => newestPoint),
    column('count', 'run', 'Last run', ({ lastRun }) => lastRun, {
      show: ({ lastRun }) =>
        lastRun === null ? '—' : <AppLink to={`/runs/${lastRun}`}>{lastRun}</AppLink>,
    }),
    column('moment', 'at', 'Committed', ({ lastRunAt }) => toSec(lastRunAt)),
  ],
})

export const FreshnessPage = () => <ListPage list={ages} />

function Sources({ sources }: { sources: readonly Source[] }) {
  if (sources.length === 0) return null
  return (
    <section className="block">
      <header className="section-head">
        <h2>Live sources</h2>
      </header>
      <Facts
        lines={sources.map(({ source, lastError, nextAt, ageSeconds }) => [
          source,
          lastError ?? `${ageText(ageSeconds)} old${nextText(nextAt)}`,
        ])}
      />
    </section>
  )
}

function nextText(nextAt: string | null): string {
  const sec = toSec(nextAt)
  return sec === null ? '' : `, next at ${momentText(sec)}`
}
