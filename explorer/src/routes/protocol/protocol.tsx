import { useOperation } from '../../api/use-operation.ts'
import { Watch } from '../../blocks/watch/watch.tsx'
import { choice, names, sorting, text } from '../../lib/view-state.ts'
import { AppLink } from '../../page/app-link.tsx'
import { PageHead } from '../../page/page-head.tsx'
import { seriesKeys } from '../../page/series-keys.ts'
import { useParam } from '../../page/use-param.ts'
import { useView } from '../../page/use-view.ts'
import { PoolTable } from '../yields/pool-table.tsx'
import { IncomeStatement } from './income-statement.tsx'
import { ProtocolAbout } from './protocol-about.tsx'
import { ProtocolChains } from './protocol-chains.tsx'
import { ProtocolEvents, useHacks } from './protocol-events.tsx'
import { ProtocolFigures } from './protocol-figures.tsx'
import { ProtocolForks } from './protocol-forks.tsx'
import { ProtocolPanels } from './protocol-panels.tsx'
import { ProtocolTokens } from './protocol-tokens.tsx'
import { ProtocolTrust } from './protocol-trust.tsx'
import { USER_FIGURES } from './protocol-users.tsx'
import { useRecorded } from './recorded.ts'
import { useAnnotations } from './use-annotations.ts'

const keys = {
  ...seriesKeys,
  by: choice(['total', 'chain', 'token', 'version', 'label'], 'total'),
  type: text(),
  panel: names(),
  users: choice(USER_FIGURES, 'activeUsers'),
  cols: names(),
  sort: sorting('-tvl'),
}

/** One protocol: what it holds, trades and earns, where, and where the figures come from. */
export function Protocol() {
  const slug = useParam('slug')
  const view = useView(keys)
  const asked = useOperation('getProtocol', { protocol: slug })
  const protocol = asked.data?.body
  const recorded = useRecorded(slug)
  const hacks = useHacks(protocol?.id)
  const annotations = useAnnotations(slug, protocol, hacks)
  return (
    <>
      <PageHead
        title={protocol?.name ?? slug}
        note={protocol?.category}
        crumb={<AppLink to="/protocols">Protocols</AppLink>}
        ignored={view.ignored}
        actions={
          protocol !== undefined && (
            <>
              <Watch kind="protocol" id={slug} name={protocol.name} />
              <AppLink to="/compare" search={{ s: `tvl:${slug}` }} className="action">
                Compare
              </AppLink>
            </>
          )
        }
      />
      <ProtocolFigures slug={slug} asked={asked} recorded={recorded} />
      <div className="with-side">
        <div>
          <ProtocolPanels {...{ slug, asked, recorded, view, annotations }} />
        </div>
        <div>
          <ProtocolAbout asked={asked} />
          <ProtocolEvents slug={slug} asked={asked} hacks={hacks} />
          {protocol !== undefined && <ProtocolTrust id={protocol.id} />}
        </div>
      </div>
      <ProtocolChains asked={asked} view={view} />
      <ProtocolTokens slug={slug} view={view} />
      <PoolTable of={{ project: slug }} view={view} />
      {recorded.metrics.includes('fees') && <IncomeStatement slug={slug} />}
      {protocol !== undefined && <ProtocolForks name={protocol.name} view={view} />}
    </>
  )
}
