import { notId, type RowChoice, setFilters } from '../../page/list-filters.ts'

/** Names that the address excludes (`not.chain=Base`), each to be let in again by a click. */
export function Excluded<Row>({
  state,
  choices,
  onDrop,
}: {
  state: Readonly<Record<string, unknown>>
  choices: readonly RowChoice<Row>[]
  onDrop(changes: Readonly<Record<string, unknown>>): void
}) {
  const ids = new Set<string>(choices.map(({ id }) => notId(id)))
  return setFilters(state, choices)
    .filter(({ id }) => ids.has(id))
    .map(({ id, name, empty }) => (
      <button key={id} type="button" className="chip" onClick={() => onDrop({ [id]: empty })}>
        {name} ×
      </button>
    ))
}
