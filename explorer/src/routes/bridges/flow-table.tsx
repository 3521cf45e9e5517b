import { useMemo } from 'react'
import { type Flow, flowMatrix, shadeOf } from '../../lib/flow-matrix.ts'
import { exact, inUnit } from '../../lib/numbers.ts'
import '../../blocks/table/table.css'
import './flow-table.css'

const MAX_CHAINS = 10

/** What went from which chain to which: origins down, destinations across. */
export function FlowTable({ flows }: { flows: readonly Flow[] }) {
  const matrix = useMemo(() => flowMatrix(flows, MAX_CHAINS), [flows])
  const { names, cells, sent, received, total, unpriced } = matrix
  if (total === null) return <div className="empty">No transfer names both of its chains.</div>
  const largest = Math.max(...cells.flatMap((row) => row.map((value) => value ?? 0)))
  return (
    <>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls is reached by keys */}
      <section className="sideways" aria-label="Flows between chains" tabIndex={0}>
        <table className="data flows" aria-label="Flows between chains">
          <thead>
            <tr>
              <th scope="col" className="left">
                From ↓ to → <small>$k</small>
              </th>
              {names.map((name) => (
                <th key={name} scope="col" title={name}>
                  {name}
                </th>
              ))}
              <th scope="col">Sent</th>
            </tr>
          </thead>
          <tbody>
            {names.map((name, row) => (
              <tr key={name}>
                <th scope="row" className="left">
                  {name}
                </th>
                {names.map((to, place) => {
                  const value = cells[row]?.[place] ?? null
                  return (
                    <td key={to} data-shade={shadeOf(value, largest)} title={exact(value, '$')}>
                      {thousands(value)}
                    </td>
                  )
                })}
                <td className="sum">{thousands(sent[row])}</td>
              </tr>
            ))}
          </tbody>
          <tfoot>
            <tr>
              <th scope="row" className="left">
                Received
              </th>
              {names.map((name, place) => (
                <td key={name}>{thousands(received[place])}</td>
              ))}
              <td>{thousands(total)}</td>
            </tr>
          </tfoot>
        </table>
      </section>
      {unpriced > 0 && <p className="dim">{unpriced} transfers have no value in dollars.</p>}
    </>
  )
}

function thousands(value: number | null | undefined): string {
  return inUnit(value, 1e3, 1)
}
