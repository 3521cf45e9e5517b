import { useMemo } from 'react'
import { useOperation } from '../../api/use-operation.ts'
import type { Strokes } from '../../blocks/chart/drawing.ts'
import type { SeriesView } from '../../blocks/chart/series-block.tsx'
import { TimeChart } from '../../blocks/chart/time-chart.tsx'
import { FigureStrip } from '../../blocks/figure/figure-strip.tsx'
import { Block } from '../../blocks/states/block.tsx'
import { align } from '../../lib/series.ts'
import { sumOf } from '../../lib/sum-of.ts'
import { names, sorting } from '../../lib/view-state.ts'
import { allTime } from '../../page/all-time.ts'
import { AppLink } from '../../page/app-link.tsx'
import { PageHead } from '../../page/page-head.tsx'
import { seriesKeys } from '../../page/series-keys.ts'
import { useParam } from '../../page/use-param.ts'
import { useView } from '../../page/use-view.ts'
import { Markets } from './markets.tsx'
import { Rounds } from './rounds.tsx'
import { type Round, roundNotes, valuationSeries } from './valuations.ts'

const keys = { ...seriesKeys, cols: names(), sort: sorting('-date') }
const STROKES: Strokes = new Map([
  ['Estimate', 'dashed'],
  ['Last round', 'stepped'],
])
const NO_ROUNDS: readonly Round[] = []

/** One private company: estimates by month, its rounds, where it is traded. */
export function PrivateCompany() {
  const company = useParam('company')
  const view = useView(keys)
  const query = { company }
  const asked = useOperation('getPreIpoSummary', query)
  const raises = useOperation('listPreIpoRaises', query)
  const summary = asked.data?.body.data
  const rounds = raises.data?.body.data ?? NO_ROUNDS
  return (
    <>
      <PageHead
        title={summary?.name ?? company}
        note={summary?.sector}
        crumb={<AppLink to="/pre-ipo">Pre-IPO</AppLink>}
        ignored={view.ignored}
      />
      <FigureStrip
        items={[
          {
            name: 'Estimated value',
            value: summary?.latestEstimatedValuation,
            sign: '$',
            isLoading: asked.isPending,
            source: { operation: 'getPreIpoSummary', parameters: query },
            note: summary?.lastValuationDate,
          },
          {
            name: 'At the last round',
            value: summary?.latestRaise?.valuation,
            sign: '$',
            isLoading: asked.isPending,
            note: summary?.latestRaise?.date,
          },
          {
            name: 'Raised in all',
            value: sumOf(rounds.map(({ amountRaised }) => amountRaised)),
            sign: '$',
            isLoading: raises.isPending,
            note: `${rounds.length} rounds`,
          },
        ]}
      />
      <Valuations company={company} rounds={rounds} view={view} />
      <Rounds asked={raises} view={view} />
      <Markets company={company} />
      {summary?.summary != null && <p className="dim">{summary.summary}</p>}
    </>
  )
}

function Valuations({
  company,
  rounds,
  view,
}: {
  company: string
  rounds: readonly Round[]
  view: SeriesView
}) {
  const asked = useOperation('getPreIpoValuations', { company })
  const months = asked.data?.body.data
  const data = useMemo(() => align(valuationSeries(months ?? [], rounds)), [months, rounds])
  const notes = useMemo(() => roundNotes(rounds), [rounds])
  return (
    <Block
      title="Value by month"
      note="Estimates, never trades; rounds are lines with the value after them"
      asked={asked}
      shape={{ plotHeight: 292, hasNames: true }}
    >
      {(_, { address }) => (
        <TimeChart
          label="Value by month"
          data={data}
          kind="line"
          view={allTime(view)}
          strokes={STROKES}
          annotations={notes}
          sign="$"
          hasNames
          address={address}
        />
      )}
    </Block>
  )
}
