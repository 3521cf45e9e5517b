import { Segments } from '../../blocks/chart/segments.tsx'
import { type Points, SeriesBlock } from '../../blocks/chart/series-block.tsx'
import { choice, names, sorting } from '../../lib/view-state.ts'
import { AppLink } from '../../page/app-link.tsx'
import { BreakdownChart } from '../../page/breakdown-chart.tsx'
import { PageHead } from '../../page/page-head.tsx'
import { seriesKeys } from '../../page/series-keys.ts'
import { useParam } from '../../page/use-param.ts'
import { useView } from '../../page/use-view.ts'
import { COUNTED, COUNTED_NAMES } from './oracle-keys.ts'
import { SecuredProtocols } from './secured-protocols.tsx'

const keys = {
  ...seriesKeys,
  key: choice(COUNTED, 'tvl'),
  cols: names(),
  sort: sorting('-value'),
}

/** What one oracle secures: in total, by chain and by protocol. */
export function Oracle() {
  const oracle = useParam('oracle')
  const view = useView(keys)
  const { key } = view.state
  const path = `/api/v2/chart/oracle/protocol/${encodeURIComponent(oracle)}`
  const query = key === 'tvl' ? {} : { key }
  return (
    <>
      <PageHead
        title={oracle}
        crumb={<AppLink to="/oracles">Oracles</AppLink>}
        ignored={view.ignored}
      />
      <SeriesBlock<Points>
        title="Value secured"
        path={path}
        query={query}
        kind="line"
        sign="$"
        view={view}
        seriesOf={(points) => [{ name: 'Value secured', points }]}
        tools={
          <Segments
            label="Counted"
            options={COUNTED}
            names={COUNTED_NAMES}
            value={key}
            onChange={(next) => view.set({ key: next })}
          />
        }
      />
      <BreakdownChart title="By chain" path={`${path}/chain-breakdown`} query={query} view={view} />
      <SecuredProtocols oracle={oracle} view={view} />
    </>
  )
}
