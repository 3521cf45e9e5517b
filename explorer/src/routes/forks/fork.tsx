import { request } from '../../api/request.ts'
import { SeriesBlock } from '../../blocks/chart/series-block.tsx'
import { AppLink } from '../../page/app-link.tsx'
import { PageHead } from '../../page/page-head.tsx'
import { seriesKeys } from '../../page/series-keys.ts'
import { useParam } from '../../page/use-param.ts'
import { useView } from '../../page/use-view.ts'
import { ForkTree } from './fork-tree.tsx'

/** The forks of one protocol and the value in them. */
export function Fork() {
  const protocol = useParam('protocol')
  const view = useView(seriesKeys)
  return (
    <>
      <PageHead
        title={`Forks of ${protocol}`}
        crumb={<AppLink to="/forks">Forks</AppLink>}
        ignored={view.ignored}
      />
      <SeriesBlock
        title="Value in forks"
        {...request('getForkProtocolChart', { protocol })}
        kind="line"
        sign="$"
        view={view}
        seriesOf={(points) => [{ name: 'Value in forks', points }]}
      />
      <ForkTree protocol={protocol} />
    </>
  )
}
