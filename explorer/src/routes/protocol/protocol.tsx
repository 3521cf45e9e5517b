import { request, useOperation } from '../../api/request.ts'
import type { QueryResult } from '../../api/response.ts'
import { LineChart } from '../../blocks/chart/series-block.tsx'
import { Facts } from '../../blocks/facts/facts.tsx'
import { Block } from '../../blocks/states/block.tsx'
import { column, MAIN, MAIN_SUM } from '../../blocks/table/column.ts'
import { TableBlock } from '../../blocks/table/table-block.tsx'
import { Watch } from '../../blocks/watch/watch.tsx'
import { changeOver } from '../../lib/series.ts'
import { percentOf, sumOf } from '../../lib/sums.ts'
import { choice, names, tableKeys, text } from '../../lib/view-state.ts'
import { dayText, shortText } from '../../lib/writing.ts'
import { AppLink, link } from '../../page/app-link.tsx'
import { lineColumn } from '../../page/columns.tsx'
import { DetailHead, useParam, useView } from '../../page/page-head.tsx'
import { type SeriesView, seriesKeys } from '../../page/series-keys.ts'
import { defineTable, TableSection } from '../../page/table-section.tsx'
import { poolsIn, poolsOfProject } from '../yields/pool-table.tsx'
import { IncomeStatement } from './income-statement.tsx'
import { chainsOf, type ProtocolDetail } from './protocol-detail.ts'
import { ProtocolEvents, ProtocolTrust, useAnnotations, useHacks } from './protocol-events.tsx'
import { ProtocolFigures, useRecorded } from './protocol-figures.tsx'
import { ProtocolPanels, userKeys } from './protocol-panels.tsx'
import { ProtocolTokens } from './protocol-tokens.tsx'

const keys = {
  ...seriesKeys,
  by: choice(['total', 'chain', 'token', 'version', 'label'], 'total'),
  type: text(),
  panel: names(),
  ...userKeys,
  ...tableKeys('-tvl'),
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
      <DetailHead
        of="/protocols"
        title={protocol?.name ?? slug}
        note={protocol?.category}
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
      <TableBlock {...chains} asked={asked} view={view} />
      <ProtocolTokens slug={slug} view={view} />
      <TableSection
        {...poolsOfProject}
        {...poolsIn({ project: slug })}
        view={view}
        sort=""
        leftOut="when empty"
      />
      {recorded.metrics.includes('fees') && <IncomeStatement slug={slug} />}
      {protocol !== undefined && <ProtocolForks name={protocol.name} view={view} />}
    </>
  )
}

/** What a protocol is, how it is counted, and where to read on. */
function ProtocolAbout({ asked }: { asked: QueryResult<ProtocolDetail> }) {
  const forks = useOperation('getForkMetrics', {})
  const treasuries = useOperation('listTreasuries', { fields: 'id,name,tvl' })
  return (
    <Block title="About" asked={asked} shape={{ rows: 8 }}>
      {(body) => {
        const treasury = treasuries.data?.body.find(({ id }) => id === `${body.id}-treasury`)
        const forkedBy = forks.data?.body[body.name] ?? []
        return (
          <Facts
            lines={[
              ['Id', body.id],
              ['Symbol', body.symbol],
              ['Listed', body.listedAt == null ? undefined : dayText(body.listedAt)],
              ['Parent', parentLink(body.parentProtocol)],
              ['Versions', body.otherProtocols?.join(', ')],
              [
                'Token',
                body.address === null ? undefined : pageLink('/coins', body.address, body.address),
              ],
              ['Forked from', body.forkedFrom?.join(', ')],
              [
                'Forks of it',
                forkedBy.length === 0 ? undefined : pageLink('/forks', body.name, forkedBy.length),
              ],
              [
                'Treasury',
                treasury &&
                  link('/treasuries', shortText(treasury.tvl, { sign: '$' }), { q: treasury.name }),
              ],
              ['Module', body.module],
              ['Counted twice elsewhere', body.doublecounted === true ? 'yes' : undefined],
              ['How it is counted', body.methodology ?? undefined],
              ['Held readings', link('/quality', 'show', { q: body.name })],
              ['Revised figures', link('/revisions', 'show', { fact: 'tvl', q: body.name })],
            ]}
          />
        )
      }}
    </Block>
  )
}

function pageLink(folder: string, id: string, text: string | number) {
  return link(`${folder}/${encodeURIComponent(id)}`, text)
}

function parentLink(id: string | null) {
  const slug = id?.replace('parent#', '')
  return slug === undefined ? undefined : pageLink('/protocols', slug, slug)
}

const SPARK_DAYS = 60

/** Where a protocol's value lies. */
const chains = defineTable<ProtocolDetail, ReturnType<typeof chainRows>[number]>({
  title: 'Chains',
  rowsOf: chainRows,
  keyOf: ({ name }) => name,
  hrefOf: ({ name }) => `/chains/${encodeURIComponent(name)}`,
  hasTotals: true,
  columns: [
    column('text', 'name', 'Chain', 'name', MAIN),
    column('usd', 'tvl', 'TVL', 'tvl', MAIN_SUM),
    column('percent', 'share', 'Share', 'share', MAIN),
    column('change', 'day', '1d', ({ values }) => changeOver(values, 1)),
    column('change', 'week', '7d', ({ values }) => changeOver(values, 7)),
    column('change', 'month', '30d', ({ values }) => changeOver(values, 30)),
    lineColumn('60 days', ({ values }) => values),
  ],
})

function chainRows(body: ProtocolDetail) {
  const known = chainsOf(body.currentChainTvls)
  const sum = sumOf(known.map(([, tvl]) => tvl))
  return known.map(([name, tvl]) => ({
    name,
    tvl,
    share: percentOf(tvl, sum),
    values: (body.chainTvls[name]?.tvl ?? [])
      .slice(-SPARK_DAYS)
      .map(({ totalLiquidityUSD }) => totalLiquidityUSD),
  }))
}

/** Value in the forks of a protocol; left out where it has none. */
function ProtocolForks({ name, view }: { name: string; view: SeriesView }) {
  const forks = useOperation('getForkMetrics', {}).data?.body[name] ?? []
  if (forks.length === 0) return null
  return (
    <LineChart
      title="Value in its forks"
      {...request('getForkProtocolChart', { protocol: name })}
      height={150}
      view={view}
      pointsOf={(points) => points}
    />
  )
}
