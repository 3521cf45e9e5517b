import { grouped } from '../../lib/writing.ts'
import { type Drop, notId, type RowChoice, setFilters } from '../../page/list-filters.ts'
import { Button } from '../controls/button.tsx'

/** Names that the URL excludes (`not.chain=Base`), each to be let in again by a click. */
export function Excluded<Row>(props: {
  state: Readonly<Record<string, unknown>>
  choices: readonly RowChoice<Row>[]
  onDrop(changes: Readonly<Record<string, unknown>>): void
}) {
  const { state, choices, onDrop } = props
  const ids = new Set<string>(choices.map(({ id }) => notId(id)))
  return setFilters(state, { choices })
    .filter(({ id }) => ids.has(id))
    .map(({ id, name, empty }) => (
      <Button look="chip" key={id} onClick={() => onDrop({ [id]: empty })}>
        {name} ×
      </Button>
    ))
}

/** Keys of the URL that have no control of their own, such as since; a click drops one. */
export function SetKeys(props: {
  names: readonly string[]
  state: Readonly<Record<string, unknown>>
  onDrop(changes: Readonly<Record<string, unknown>>): void
}) {
  const { names, state, onDrop } = props
  return names
    .filter((name) => state[name] !== '')
    .map((name) => (
      <Button look="chip" key={name} onClick={() => onDrop({ [name]: '' })}>
        {name} {String(state[name]).slice(0, 40)} ×
      </Button>
    ))
}

/** No row fits: the filter that excludes most comes first; a click drops it. */
export function NothingFits(props: {
  drops: readonly Drop[]
  onDrop(changes: Readonly<Record<string, unknown>>): void
}) {
  const { drops, onDrop } = props
  return (
    <>
      <p>No rows match these filters.</p>
      {drops.map(({ id, name, empty, fitting }) => (
        <Button look="chip" key={id} onClick={() => onDrop({ [id]: empty })}>
          Drop {name} ×{fitting > 0 && ` (${grouped(fitting, 0)} would match)`}
        </Button>
      ))}
    </>
  )
}
