import { useAnswer } from '../../api/use-answer.ts'
import { Facts } from '../../blocks/facts/facts.tsx'
import { FigureStrip } from '../../blocks/figure/figure-strip.tsx'
import { Block } from '../../blocks/states/block.tsx'
import { Watch } from '../../blocks/watch/watch.tsx'
import { changeOver } from '../../lib/series.ts'
import { dayText } from '../../lib/times.ts'
import { choice, names, sorting } from '../../lib/view-state.ts'
import { AppLink } from '../../page/app-link.tsx'
import { PageHead } from '../../page/page-head.tsx'
import { seriesKeys } from '../../page/series-keys.ts'
import { useParam } from '../../page/use-param.ts'
import { useView } from '../../page/use-view.ts'
import { IncomeStatement } from './income-statement.tsx'
import { ProtocolChains } from './protocol-chains.tsx'
import type { ProtocolDetail } from './protocol-detail.ts'
import { ProtocolMetrics } from './protocol-metrics.tsx'
import { ProtocolPools } from './protocol-pools.tsx'
import { ProtocolTvl } from './protocol-tvl.tsx'

const keys = {
  ...seriesKeys,
  by: choice(['total', 'chain'], 'total'),
  cols: names(),
  sort: sorting('-tvl'),
}

/** One protocol: what it holds, trades and earns, where, and where the figures come from. */
export function Protocol() {
  const slug = useParam('slug')
  const view = useView(keys)
  const asked = useAnswer<ProtocolDetail>(`/protocol/${encodeURIComponent(slug)}`)
  const protocol = asked.data?.body
  const values = protocol?.tvl.map(({ totalLiquidityUSD }) => totalLiquidityUSD) ?? []
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
      <FigureStrip
        items={[
          {
            name: 'Value locked',
            value: values.at(-1),
            sign: '$',
            isLoading: asked.isPending,
            source: { operation: 'tvl.getProtocol', parameters: { protocol: slug } },
            changes: [
              { span: '1d', percent: changeOver(values, 1) },
              { span: '7d', percent: changeOver(values, 7) },
              { span: '30d', percent: changeOver(values, 30) },
            ],
          },
          { name: 'Market cap', value: protocol?.mcap, sign: '$', isLoading: asked.isPending },
          { name: 'Chains', value: protocol?.chains.length, isLoading: asked.isPending },
        ]}
      />
      <div className="with-side">
        <div>
          <ProtocolTvl asked={asked} view={view} />
          <ProtocolMetrics slug={slug} metrics={protocol?.metrics ?? {}} view={view} />
        </div>
        <Block title="About" asked={asked} shape={{ rows: 8 }}>
          {(body) => (
            <Facts
              lines={[
                ['Id', body.id],
                ['Symbol', body.symbol],
                ['Listed', body.listedAt == null ? undefined : dayText(body.listedAt)],
                ['Parent', body.parentProtocol ?? undefined],
                [
                  'Token',
                  body.address == null ? undefined : <TokenLink key="token" coin={body.address} />,
                ],
                ['Forked from', body.forkedFrom?.join(', ')],
                ['Module', body.module],
                ['Counted twice elsewhere', body.doublecounted ? 'yes' : undefined],
                ['How it is counted', body.methodology ?? undefined],
                ['Held readings', <HeldLink key="held" id={body.id} />],
              ]}
            />
          )}
        </Block>
      </div>
      <ProtocolChains asked={asked} view={view} />
      <ProtocolPools slug={slug} view={view} />
      <IncomeStatement slug={slug} />
    </>
  )
}

function TokenLink({ coin }: { coin: string }) {
  return <AppLink to={`/coins/${encodeURIComponent(coin)}`}>{coin}</AppLink>
}

function HeldLink({ id }: { id: string }) {
  return (
    <AppLink to="/quality" search={{ q: id }}>
      look
    </AppLink>
  )
}
