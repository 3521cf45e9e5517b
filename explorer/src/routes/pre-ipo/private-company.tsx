import { useMemo } from 'react'
import { type Body, request, useOperation } from '../../api/request.ts'
import type { Strokes } from '../../blocks/chart/notes.ts'
import { TimeChart } from '../../blocks/chart/time-chart.tsx'
import { FigureStrip, toldBy, usd } from '../../blocks/figure/figure-strip.tsx'
import { Block } from '../../blocks/states/block.tsx'
import { column, MAIN } from '../../blocks/table/column.ts'
import { align } from '../../lib/series.ts'
import { sumOf } from '../../lib/sums.ts'
import { tableKeys } from '../../lib/view-state.ts'
import { toSec } from '../../lib/writing.ts'
import { outwardColumn } from '../../page/columns.tsx'
import { DetailHead, useParam, useView } from '../../page/page-head.tsx'
import { allTime, type SeriesView, seriesKeys } from '../../page/series-keys.ts'
import { defineTable, TableSection } from '../../page/table-section.tsx'
import { type Round, roundNotes, valuationSeries } from './valuations.ts'

const keys = { ...seriesKeys, ...tableKeys('-date') }
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
      <DetailHead
        of="/pre-ipo"
        title={summary?.name ?? company}
        note={summary?.sector}
        ignored={view.ignored}
      />
      <FigureStrip
        items={[
          usd('Estimated value', summary?.latestEstimatedValuation, {
            ...toldBy(asked, 'getPreIpoSummary', query),
            note: summary?.lastValuationDate,
          }),
          usd('At the last round', summary?.latestRaise?.valuation, {
            ...toldBy(asked, 'getPreIpoSummary', query),
            note: summary?.latestRaise?.date,
          }),
          usd('Raised in all', sumOf(rounds.map(({ amountRaised }) => amountRaised)), {
            ...toldBy(raises, 'listPreIpoRaises', query),
            note: `${rounds.length} rounds`,
          }),
        ]}
      />
      <Valuations company={company} rounds={rounds} view={view} />
      <TableSection
        {...roundTable}
        {...request('listPreIpoRaises', query)}
        view={view}
        sort=""
        leftOut="when empty"
      />
      <TableSection
        {...markets}
        {...request('getPreIpoIntegrations', query)}
        sort="-size"
        leftOut="until known"
      />
      {summary?.summary != null && <p className="dim">{summary.summary}</p>}
    </>
  )
}

function Valuations(props: { company: string; rounds: readonly Round[]; view: SeriesView }) {
  const { company, rounds, view } = props
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
      {(_, { path }) => (
        <TimeChart
          label="Value by month"
          data={data}
          kind="line"
          view={allTime(view)}
          strokes={STROKES}
          annotations={notes}
          sign="$"
          hasNames
          path={path}
        />
      )}
    </Block>
  )
}

/** What was raised, and at which value. */
const roundTable = defineTable<Body<'listPreIpoRaises'>, Round>({
  title: 'Rounds',
  rowsOf: ({ data }) => data,
  keyOf: ({ date, series }) => `${date} ${series}`,
  columns: [
    column('text', 'series', 'Round', 'series', MAIN),
    column('day', 'date', 'Date', ({ date }) => toSec(date), MAIN),
    column('usd', 'raised', 'Raised', 'amountRaised', MAIN),
    column('usdBn', 'value', 'Value after it', 'valuation', MAIN),
  ],
})

type Integrations = Body<'getPreIpoIntegrations'>

/** Where a claim on a private company is traded. */
const markets = defineTable<Integrations, ReturnType<typeof marketsOf>[number]>({
  title: 'Markets',
  rowsOf: marketsOf,
  keyOf: ({ venue, kind }) => `${venue} ${kind}`,
  columns: [
    outwardColumn('venue', 'Venue', ({ venue, url }) => [venue, url], MAIN),
    column('text', 'kind', 'Kind', 'kind'),
    column('price', 'price', 'Price', 'price', MAIN),
    column('usdBn', 'value', 'Implied value', 'valuation', MAIN),
    column('usd', 'size', 'Size', 'sizeUsd', {
      describe: 'Open interest of a perpetual, market cap of a token',
    }),
    column('usd', 'volume', 'Volume', 'volume'),
    column('change', 'funding', 'Funding a year', 'fundingPercent'),
  ],
})

function marketsOf({ data: { perps, tokenIssuers } }: Integrations) {
  return [
    ...perps.map((perp) => ({
      venue: perp.exchangeName,
      kind: `Perpetual, ${perp.exchangeType}`,
      url: perp.tradeUrl,
      price: perp.price,
      valuation: perp.estimatedValuation,
      sizeUsd: perp.openInterest,
      volume: perp.volume,
      fundingPercent: perp.annualizedFundingRate,
    })),
    ...tokenIssuers.map((issuer) => ({
      venue: issuer.issuerName,
      kind: `Token, ${issuer.backing}`,
      url: issuer.productUrl,
      price: issuer.price,
      valuation: issuer.estimatedValuation,
      sizeUsd: issuer.marketCap,
      volume: null,
      fundingPercent: null,
    })),
  ]
}
