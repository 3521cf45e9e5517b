import { request } from '../../api/request.ts'
import { Segments } from '../../blocks/chart/segments.tsx'
import { SeriesBlock } from '../../blocks/chart/series-block.tsx'
import { BreakdownChart } from '../../page/breakdown-chart.tsx'
import type { View } from '../../page/use-view.ts'
import { COUNTED, COUNTED_NAMES, type secureKeys } from './oracle-keys.ts'

/** What oracles secure: by oracle, by chain or in total, everywhere or on one chain. */
export function SecuredChart({
  view,
  chain,
}: {
  view: Pick<View<typeof secureKeys>, 'state' | 'set'>
  chain: string | undefined
}) {
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
      <Segments
        label="Counted"
        options={COUNTED}
        names={COUNTED_NAMES}
        value={key}
        onChange={(next) => view.set({ key: next })}
      />
    </>
  )
  if (by !== 'total')
    return (
      <BreakdownChart title={title} {...partsOf(by, chain, counted)} view={view} tools={tools} />
    )
  return (
    <SeriesBlock
      key="total"
      title={title}
      {...(chain === undefined
        ? request('getOracleChart', counted)
        : request('getOracleChainChart', { chain, ...counted }))}
      kind="line"
      sign="$"
      view={view}
      seriesOf={(points) => [{ name: title, points }]}
      tools={tools}
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
