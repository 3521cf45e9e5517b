import { useMemo } from 'react'
import { request, useDaysAgo } from '../../api/request.ts'
import { Segments } from '../../blocks/chart/segments.tsx'
import { BreakdownChart, LineChart } from '../../blocks/chart/series-block.tsx'
import { column, EXTRA, MAIN, SUM } from '../../blocks/table/column.ts'
import { by } from '../../page/list-filters.ts'
import { defineList, ListPage, type ListView, viewOf } from '../../page/list-page.tsx'
import type { ViewOf } from '../../page/page-head.tsx'
import { ViewSegments } from '../../page/view-fields.tsx'
import { type OracleList, type OracleRow, oracleRows, secureKeys } from './oracle-rows.ts'

const MONTH_DAYS = 31

/** Oracles by the value that relies on them. */
export function Oracles() {
  const startSec = useDaysAgo(MONTH_DAYS)
  const list = useMemo(() => oraclesSince(startSec), [startSec])
  return <ListPage list={list} />
}

function oraclesSince(start: number) {
  return defineList<OracleList, OracleRow>({
    title: 'Oracles',
    ...request('listOracles', { start }),
    rowsOf: oracleRows,
    keyOf: ({ name }) => name,
    hrefOf: ({ name }) => `/oracles/${encodeURIComponent(name)}`,
    searchIn: ({ name, protocols }) => [name, ...protocols],
    sort: '-secured',
    hasTotals: true,
    fill: 'almanac import oracle_links <file>',
    keys: secureKeys,
    above: (view) => <SecuredChart view={viewOf(view, secureKeys)} chain={chainOf(view)} />,
    choices: [by('chain', 'Chain', 'All chains', 'chains')],
    columns: [
      column('text', 'name', 'Oracle', 'name', MAIN),
      column('usd', 'secured', 'Secured', 'securedUsd', {
        isMain: true,
        addsUp: true,
        describe: 'Value of the protocols that rely on it, on all chains',
      }),
      column('percent', 'share', 'Share', 'sharePercent', SUM),
      column('change', 'month', '30d', 'monthChange', MAIN),
      column('count', 'protocols', 'Protocols', ({ protocols }) => protocols.length),
      column('count', 'chains', 'Chains', ({ chains }) => chains.length),
      column('names', 'names', 'Secures', 'protocols', EXTRA),
    ],
  })
}

function chainOf({ state }: ListView): string | undefined {
  return (state.chain as readonly string[])[0]
}

/** What oracles secure: by oracle, by chain or in total, everywhere or on one chain. */
function SecuredChart(props: { view: ViewOf<typeof secureKeys>; chain: string | undefined }) {
  const { view, chain } = props
  const { key } = view.state
  // One chain has no parts by chain.
  const by = chain !== undefined && view.state.by === 'chain' ? 'oracle' : view.state.by
  const counted = { key: key === 'tvl' ? undefined : key }
  const title = chain === undefined ? 'Value secured' : `Value secured on ${chain}`
  const tools = (
    <>
      <Segments
        label="Split"
        options={chain === undefined ? ['oracle', 'chain', 'total'] : ['oracle', 'total']}
        names={{ oracle: 'by oracle', chain: 'by chain' }}
        value={by}
        onChange={(next) => view.set({ by: next })}
      />
      <ViewSegments view={view} id="key" of={secureKeys.key} />
    </>
  )
  if (by !== 'total')
    return (
      <BreakdownChart title={title} {...partsOf(by, chain, counted)} view={view} tools={tools} />
    )
  return (
    <LineChart
      key="total"
      title={title}
      {...(chain === undefined
        ? request('getOracleChart', counted)
        : request('getOracleChainChart', { chain, ...counted }))}
      view={view}
      tools={tools}
      pointsOf={(points) => points}
    />
  )
}

function partsOf(
  by: 'oracle' | 'chain',
  chain: string | undefined,
  counted: { readonly key: string | undefined },
) {
  if (by === 'chain') return request('getOracleChainBreakdown', counted)
  return chain === undefined
    ? request('getOracleProtocolBreakdown', counted)
    : request('getOracleChainProtocolBreakdown', { chain, ...counted })
}
