import { useMemo } from 'react'
import { Sheet } from '../../blocks/table/plain-table.tsx'
import './flow-table.css'
import { type Flow, flowMatrix, shadeOf } from '../../lib/flow-matrix.ts'
import { exact, inUnit } from '../../lib/writing.ts'

const MAX_CHAINS = 10

/** What went from which chain to which: origins down, destinations across. */
export function FlowTable({ flows }: { flows: readonly Flow[] }) {
  const matrix = useMemo(() => flowMatrix(flows, MAX_CHAINS), [flows])
  const { names, cells, sent, received, total, unpriced } = matrix
  if (total === null) return <div className="empty">No transfers with both chains known.</div>
  const largest = Math.max(...cells.flatMap((row) => row.flatMap((value) => value ?? [])))
  return (
    <>
      <Sheet
        label="Flows between chains"
        className="flows"
        corner={
          <>
            From ↓ to → <small>$k</small>
          </>
        }
        heads={[...names, 'Sent'].map((name) => [name, name])}
        rows={names.map((name, row) => ({
          key: name,
          head: name,
          cells: (
            <>
              {names.map((to, place) => {
                const value = cells[row]?.[place] ?? null
                return (
                  <td key={to} data-shade={shadeOf(value, largest)} title={exact(value, '$')}>
                    {thousands(value)}
                  </td>
                )
              })}
              <td className="sum">{thousands(sent[row])}</td>
            </>
          ),
        }))}
        foot={
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
        }
      />
      {unpriced > 0 && <p className="dim">{unpriced} transfers without a USD value.</p>}
    </>
  )
}

function thousands(value: number | null | undefined): string {
  return inUnit(value, 1e3, 1)
}
