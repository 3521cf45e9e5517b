import { PlainTable } from '../../blocks/table/plain-table.tsx'
import { type Dataset, shapeOf } from './dataset-shape.ts'

/** Columns of a fact with their types and meanings. */
export function DatasetColumns({ dataset }: { dataset: Dataset }) {
  return (
    <PlainTable label="Columns" heads={['Column', 'Type', 'What it says']} isWrapping>
      {shapeOf(dataset).map(({ name, type, nullable, describe, part }) => (
        <tr key={name}>
          <td className="left">
            <code>{name}</code> {part !== 'value' && <span className="faint">{part}</span>}
          </td>
          <td className="left">
            {type}
            {nullable && <span className="faint"> or null</span>}
          </td>
          <td className="left">{describe}</td>
        </tr>
      ))}
    </PlainTable>
  )
}
