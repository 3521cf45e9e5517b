import type { AnswerOf } from '../../api/operations.ts'

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
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls is reached by keys
    <section className="sideways" aria-label="Columns" tabIndex={0}>
      <table className="data wrapping" aria-label="Columns">
        <thead>
          <tr>
            <th scope="col" className="left">
              Column
            </th>
            <th scope="col" className="left">
              Type
            </th>
            <th scope="col" className="left">
              What it says
            </th>
          </tr>
        </thead>
        <tbody>
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
        </tbody>
      </table>
    </section>
  )
}
