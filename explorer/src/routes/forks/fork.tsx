import { useMemo } from 'react'
import '../../blocks/table/table.css'
import './forks.css'
import { request, useOperation } from '../../api/request.ts'
import { LineChart } from '../../blocks/chart/series-block.tsx'
import { Block } from '../../blocks/states/block.tsx'
import { inUnit } from '../../lib/writing.ts'
import { AppLink } from '../../page/app-link.tsx'
import { DetailHead, useParam, useView } from '../../page/page-head.tsx'
import { seriesKeys } from '../../page/series-keys.ts'
import { useProtocols } from '../../page/use-protocols.ts'
import { type TreeRow, treeOf } from './fork-rows.ts'

/** The forks of one protocol and the value in them. */
export function Fork() {
  const protocol = useParam('protocol')
  const view = useView(seriesKeys)
  return (
    <>
      <DetailHead of="/forks" title={`Forks of ${protocol}`} ignored={view.ignored} />
      <LineChart
        title="Value in forks"
        {...request('getForkProtocolChart', { protocol })}
        view={view}
        pointsOf={(points) => points}
      />
      <ForkTree protocol={protocol} />
    </>
  )
}

/** A protocol with its forks and theirs, and what is in each. */
function ForkTree({ protocol }: { protocol: string }) {
  const asked = useOperation('getForkMetrics', {})
  const protocols = useProtocols()
  const names = asked.data?.body
  const rows = useMemo(() => treeOf(names ?? {}, protocol), [names, protocol])
  return (
    <Block
      title="Tree"
      note={`${rows.length - 1} forks`}
      asked={asked}
      shape={{ rows: 8 }}
      exports={{
        name: `Forks of ${protocol}`,
        rows: () => ({
          head: ['Protocol', 'Forked from', 'Category', 'TVL (USD)'],
          rows: rows.map(({ name, forkedFrom }) => {
            const known = protocols.get(name)
            return [name, forkedFrom, known?.category, known?.tvl]
          }),
        }),
      }}
    >
      {() => <TreeTable rows={rows} protocols={protocols} />}
    </Block>
  )
}

function TreeTable(props: {
  rows: readonly TreeRow[]
  protocols: ReturnType<typeof useProtocols>
}) {
  const { rows, protocols } = props
  return (
    <table className="data tree" aria-label="Tree of forks">
      <thead>
        <tr>
          <th scope="col" className="left">
            Protocol
          </th>
          <th scope="col" className="left wide-only">
            Forked from
          </th>
          <th scope="col" className="left wide-only">
            Category
          </th>
          <th scope="col">
            TVL <small>$M</small>
          </th>
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => {
          const known = protocols.get(row.name)
          return (
            <tr key={row.name}>
              <th scope="row" className={`left depth-${Math.min(row.depth, MAX_DEPTH)}`}>
                <Name row={row} slug={known?.slug} />
              </th>
              <td className="left wide-only">{row.forkedFrom ?? '—'}</td>
              <td className="left wide-only">{known?.category ?? '—'}</td>
              <td>{inUnit(known?.tvl, 1e6, 1)}</td>
            </tr>
          )
        })}
      </tbody>
    </table>
  )
}

const MAX_DEPTH = 4

function Name({ row: { name }, slug }: { row: TreeRow; slug: string | undefined }) {
  if (slug === undefined) return name
  return <AppLink to={`/protocols/${encodeURIComponent(slug)}`}>{name}</AppLink>
}
