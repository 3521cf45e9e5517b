import { Segments } from '../../blocks/chart/segments.tsx'
import { type Points, SeriesBlock } from '../../blocks/chart/series-block.tsx'
import { BreakdownChart } from '../../page/breakdown-chart.tsx'
import type { View } from '../../page/use-view.ts'
import { COUNTED, COUNTED_NAMES, type secureKeys } from './oracle-keys.ts'

const ROOT = '/api/v2/chart/oracle'

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
  const root = chain === undefined ? ROOT : `${ROOT}/chain/${encodeURIComponent(chain)}`
  const query = key === 'tvl' ? {} : { key }
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
      <BreakdownChart
        title={title}
        path={`${root}/${by === 'oracle' ? 'protocol' : 'chain'}-breakdown`}
        query={query}
        view={view}
        tools={tools}
      />
    )
  return (
    <SeriesBlock<Points>
      key="total"
      title={title}
      path={root}
      query={query}
      kind="line"
      sign="$"
      view={view}
      seriesOf={(points) => [{ name: title, points }]}
      tools={tools}
    />
  )
}
