import { type Points, SeriesBlock } from '../../blocks/chart/series-block.tsx'
import { columnsOf } from '../../lib/columns-of.ts'
import { AppLink } from '../../page/app-link.tsx'
import { PageHead } from '../../page/page-head.tsx'
import { seriesKeys } from '../../page/series-keys.ts'
import { useParam } from '../../page/use-param.ts'
import { useView } from '../../page/use-view.ts'

/** What one oracle secures, in total and by chain. */
export function Oracle() {
  const oracle = useParam('oracle')
  const view = useView(seriesKeys)
  const path = `/api/v2/chart/oracle/protocol/${encodeURIComponent(oracle)}`
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
        kind="line"
        sign="$"
        view={view}
        seriesOf={(points) => [{ name: 'Value secured', points }]}
      />
      <SeriesBlock<readonly Record<string, number | null>[]>
        title="By chain"
        path={`${path}/chain-breakdown`}
        kind="stack"
        sign="$"
        modes={['abs', 'share']}
        view={view}
        seriesOf={(points) => columnsOf(points)}
      />
    </>
  )
}
