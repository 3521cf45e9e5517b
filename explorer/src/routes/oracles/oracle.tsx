import { request } from '../../api/request.ts'
import { Segments } from '../../blocks/chart/segments.tsx'
import { SeriesBlock } from '../../blocks/chart/series-block.tsx'
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
  const asked = { protocol: oracle, key: key === 'tvl' ? undefined : key }
  return (
    <>
      <PageHead
        title={oracle}
        crumb={<AppLink to="/oracles">Oracles</AppLink>}
        ignored={view.ignored}
      />
      <SeriesBlock
        title="Value secured"
        {...request('getOracleProtocolChart', asked)}
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
      <BreakdownChart
        title="By chain"
        {...request('getOracleProtocolChainBreakdown', asked)}
        view={view}
      />
      <SecuredProtocols oracle={oracle} view={view} />
    </>
  )
}
