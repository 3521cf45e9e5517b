import { useMemo } from 'react'
import { request, useDaysAgo, useOperation, useRequest } from '../../api/request.ts'
import { RANGES } from '../../blocks/chart/prepare.ts'
import { SeriesBlock } from '../../blocks/chart/series-block.tsx'
import { Figures, usd } from '../../blocks/figure/figure-strip.tsx'
import { column, EXTRA, MAIN, MAIN_SUM, SUM } from '../../blocks/table/column.ts'
import { sumOf } from '../../lib/sums.ts'
import { direction, inUnit, toSec } from '../../lib/writing.ts'
import { by } from '../../page/list-filters.ts'
import { defineList, ListPage, type ListView, viewOf } from '../../page/list-page.tsx'
import { useView, type ViewOf } from '../../page/page-head.tsx'
import { ViewSegments } from '../../page/view-fields.tsx'
import {
  type AssetFlow,
  aumByFund,
  cumulative,
  etfKeys,
  type Fund,
  type FundDay,
  type Funds,
  flowOver,
  flowsByAsset,
  historyRequest,
  premiumPercent,
  reportedDays,
} from './flows.ts'
import './etfs.css'
import { TimeChart } from '../../blocks/chart/time-chart.tsx'
import { Block } from '../../blocks/states/block.tsx'
import { AWAITED_TABLE } from '../../blocks/table/table-block.tsx'
import { align } from '../../lib/series.ts'

const MONTH_DAYS = 31
const NO_DAYS: readonly FundDay[] = []

/** Funds: flows, what they manage, and each of them. */
export function Etfs() {
  const { funds } = useView(etfKeys).state
  const start = useDaysAgo(MONTH_DAYS)
  const days = useRequest(historyRequest(funds, start)).data?.body ?? NO_DAYS
  const list = useMemo(() => fundList(funds, days), [funds, days])
  return <ListPage list={list} />
}

function fundList(funds: Funds, days: readonly FundDay[]) {
  return defineList<readonly Fund[], Fund>({
    title: 'ETFs',
    ...request(funds === 'all' ? 'getEtfOverview' : 'getEthEtfOverview', {}),
    rowsOf: (body) => body,
    keyOf: ({ ticker }) => ticker,
    searchIn: ({ ticker, etf_name, issuer }) => [ticker, etf_name, issuer],
    sort: '-aum',
    hasTotals: true,
    fill: 'almanac import etf_days <file>',
    keys: etfKeys,
    above: (view) => <Above view={view} />,
    choices: [
      by('asset', 'Asset', 'All assets', 'asset'),
      by('issuer', 'Issuer', 'All issuers', 'issuer'),
    ],
    columns: [
      column('text', 'ticker', 'Ticker', 'ticker', MAIN),
      column('text', 'fund', 'Fund', 'etf_name'),
      column('text', 'issuer', 'Issuer', 'issuer', EXTRA),
      column('text', 'asset', 'Asset', 'asset'),
      column('percent', 'fee', 'Fee', 'pct_fee'),
      column('price', 'price', 'Price', 'price'),
      column('price', 'nav', 'NAV', 'nav', EXTRA),
      column('change', 'premium', 'Premium', premiumPercent, {
        describe: 'Price over net asset value',
      }),
      column('usd', 'aum', 'AUM', 'aum', MAIN_SUM),
      column('usd', 'flow', 'Flow 1d', 'flows', {
        isMain: true,
        addsUp: true,
        describe: 'Of the last reported day; ≈ is computed from shares and net asset value',
        show: (fund) => <Flow fund={fund} />,
      }),
      column('usd', 'week', 'Flow 7d', ({ ticker }) => flowOver(days, ticker, 7), {
        addsUp: true,
        describe: 'Sum of the reported days',
      }),
      column('usd', 'month', 'Flow 30d', ({ ticker }) => flowOver(days, ticker, 30), {
        addsUp: true,
        describe: 'Sum of the reported days',
      }),
      column('text', 'source', 'Flow source', 'flows_source', EXTRA),
      column('usd', 'volume', 'Volume', 'volume', SUM),
      column('text', 'custodian', 'Custodian', 'custodian', EXTRA),
      column('timestamp', 'asOf', 'As of', (row) => toSec(row.timestamp_as_of), EXTRA),
    ],
  })
}

function Above({ view: listView }: { view: ListView }) {
  const view = viewOf(listView, etfKeys)
  const { funds } = view.state
  return (
    <>
      <div className="filters">
        <ViewSegments view={view} id="funds" of={etfKeys.funds} />
      </div>
      <EtfFigures only={funds} />
      <FlowPanels view={view} />
      <AumChart view={view} />
    </>
  )
}

function Flow({ fund: { flows, flows_source } }: { fund: Fund }) {
  const text = inUnit(flows, 1e6, 1)
  if (flows === null) return text
  const way = direction(flows)
  const isComputed = flows_source === 'computed'
  return (
    <span className={way === 'flat' ? undefined : way} title={flows_source ?? undefined}>
      {isComputed ? '≈ ' : ''}
      {text}
    </span>
  )
}

/** The newest figures of all funds, or of those of one asset, added up. */
function EtfFigures({ only }: { only: string }) {
  const asked = useOperation('getEtfSnapshot', {})
  const funds = (asked.data?.body ?? []).filter(({ asset }) => only === 'all' || asset === only)
  const silent = funds.filter(({ flows }) => flows === null).length
  return (
    <Figures
      asked={asked}
      of={['getEtfSnapshot']}
      items={[
        usd('Assets under management', sumOf(funds.map(({ aum }) => aum))),
        usd('Flow of the last day', sumOf(funds.map(({ flows }) => flows)), {
          note: silent === 0 ? undefined : `${silent} not reported`,
        }),
        usd('Volume of the last day', sumOf(funds.map(({ volume }) => volume))),
        { name: 'Funds', value: funds.length },
      ]}
    />
  )
}

/** What funds manage, by fund; only the days of the range are requested. */
function AumChart({ view }: { view: EtfView }) {
  const { funds, range } = view.state
  const days = RANGES[range]
  const start = useDaysAgo(Number.isFinite(days) ? days : 0)
  return (
    <SeriesBlock
      title="Assets under management"
      {...historyRequest(funds, Number.isFinite(days) ? start : undefined)}
      kind="stack"
      sign="$"
      modes={['abs', 'share']}
      view={view}
      seriesOf={aumByFund}
    />
  )
}

export type EtfView = ViewOf<typeof etfKeys>

const PANEL_HEIGHT = 130

/** Flows by asset about zero, one panel each on one axis of time, or their running sums. */
export function FlowPanels({ view }: { view: EtfView }) {
  const { funds, flows: shown } = view.state
  const asked = useOperation('getEtfFlows', {})
  const all = asked.data?.body
  const flows = useMemo(
    () => (all ?? []).filter(({ aggregator_id }) => funds === 'all' || aggregator_id === funds),
    [all, funds],
  )
  const { sums, panels } = useMemo(() => {
    const byAsset = flowsByAsset(flows)
    const { times, series } = align(byAsset)
    return {
      sums: align(cumulative(byAsset)),
      panels: series.map((one) => ({ name: one.name, data: { times, series: [one] } })),
    }
  }, [flows])
  const drawn = { range: view.state.range, sign: '$' }
  return (
    <Block
      title={shown === 'day' ? 'Flows a day' : 'Flows, summed up'}
      asked={asked}
      shape={AWAITED_TABLE}
      empty={{ when: (body) => body.length === 0, say: 'No flows recorded.' }}
    >
      {(_, { path }) => (
        <>
          <div className="filters">
            <ViewSegments view={view} id="range" of={etfKeys.range} />
            <ViewSegments view={view} id="flows" of={etfKeys.flows} />
          </div>
          {shown === 'cumulative' ? (
            <TimeChart
              {...{ ...drawn, path }}
              label="Flows, summed up"
              data={sums}
              kind="line"
              height={240}
            />
          ) : (
            panels.map(({ name, data }) => (
              <section key={name} aria-label={name}>
                <h3 className="panel-name">
                  {name} <small>{reportNote(flows, name)}</small>
                </h3>
                <TimeChart
                  {...{ ...drawn, path, data }}
                  label={`Flows of ${name}`}
                  kind="bar"
                  height={PANEL_HEIGHT}
                />
              </section>
            ))
          )}
        </>
      )}
    </Block>
  )
}

function reportNote(flows: readonly AssetFlow[], asset: string): string {
  const { days, partial } = reportedDays(flows, asset)
  return partial === 0 ? '' : `at least one fund did not report on ${partial} of ${days} days`
}
