import { useMemo } from 'react'
import { request } from '../../api/request.ts'
import { useRequest } from '../../api/use-operation.ts'
import { Segments } from '../../blocks/chart/segments.tsx'
import { column } from '../../blocks/table/column.ts'
import { direction, inUnit } from '../../lib/numbers.ts'
import { toSec } from '../../lib/times.ts'
import { defineList, ListPage, type ListView, viewOf } from '../../page/list-page.tsx'
import { useDaysAgo } from '../../page/use-days-ago.ts'
import { useView } from '../../page/use-view.ts'
import { AumChart } from './aum-chart.tsx'
import { EtfFigures } from './etf-figures.tsx'
import { FlowPanels } from './flow-panels.tsx'
import { type FundDay, flowOver } from './flows.ts'
import { etfKeys, type Fund, type Funds, historyRequest, premiumPercent } from './fund.ts'

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
      { id: 'asset', name: 'Asset', all: 'All assets', namesOf: ({ asset }) => [asset] },
      { id: 'issuer', name: 'Issuer', all: 'All issuers', namesOf: ({ issuer }) => [issuer] },
    ],
    columns: [
      column('text', 'ticker', 'Ticker', ({ ticker }) => ticker, { isMain: true }),
      column('text', 'fund', 'Fund', ({ etf_name }) => etf_name),
      column('text', 'issuer', 'Issuer', ({ issuer }) => issuer, { isExtra: true }),
      column('text', 'asset', 'Asset', ({ asset }) => asset),
      column('percent', 'fee', 'Fee', ({ pct_fee }) => pct_fee),
      column('price', 'price', 'Price', ({ price }) => price),
      column('price', 'nav', 'NAV', ({ nav }) => nav, { isExtra: true }),
      column('change', 'premium', 'Premium', premiumPercent, {
        describe: 'Price over net asset value',
      }),
      column('usd', 'aum', 'AUM', ({ aum }) => aum, { isMain: true, addsUp: true }),
      column('usd', 'flow', 'Flow 1d', ({ flows }) => flows, {
        isMain: true,
        addsUp: true,
        describe: 'Of the last reported day; ≈ is computed from shares and net asset value',
        show: (fund) => <Flow fund={fund} />,
      }),
      column('usd', 'week', 'Flow 7d', ({ ticker }) => flowOver(days, ticker, 7), {
        addsUp: true,
        describe: 'Sum of the days that were reported',
      }),
      column('usd', 'month', 'Flow 30d', ({ ticker }) => flowOver(days, ticker, 30), {
        addsUp: true,
        describe: 'Sum of the days that were reported',
      }),
      column('text', 'source', 'Flow source', (row) => row.flows_source, { isExtra: true }),
      column('usd', 'volume', 'Volume', ({ volume }) => volume, { addsUp: true }),
      column('text', 'custodian', 'Custodian', ({ custodian }) => custodian, { isExtra: true }),
      column('moment', 'asOf', 'As of', (row) => toSec(row.timestamp_as_of), { isExtra: true }),
    ],
  })
}

function Above({ view: listView }: { view: ListView }) {
  const view = viewOf(listView, etfKeys)
  const { funds } = view.state
  return (
    <>
      <div className="filters">
        <Segments
          label="Funds"
          options={['all', 'ethereum']}
          names={{ all: 'all assets', ethereum: 'ethereum only' }}
          value={funds}
          onChange={(next) => view.set({ funds: next })}
        />
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
