import type { AnswerOf } from '../../api/operations.ts'
import { PlainTable } from '../../blocks/table/plain-table.tsx'

type Dataset = AnswerOf<'getDatasets'>[number]

/** Columns of a fact with their types and meanings. */
export function DatasetColumns({ dataset }: { dataset: Dataset }) {
  const columns = [
    ...Object.entries(dataset.key).map(([name, shape]) => ({ name, ...shape, part: 'key' })),
    ...(dataset.time === null
      ? []
      : [
          {
            name: dataset.time,
            type: 'time',
            nullable: false,
            describe: 'Valid time',
            part: 'time',
          },
        ]),
    ...Object.entries(dataset.values).map(([name, shape]) => ({ name, ...shape, part: 'value' })),
  ]
  return (
    <PlainTable label="Columns" heads={['Column', 'Type', 'What it says']} isWrapping>
      {columns.map(({ name, type, nullable, describe, part }) => (
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
