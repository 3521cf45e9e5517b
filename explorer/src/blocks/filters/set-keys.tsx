/** Keys of the address that have no control of their own, such as since; a click drops one. */
export function SetKeys({
  names,
  state,
  onDrop,
}: {
  names: readonly string[]
  state: Readonly<Record<string, unknown>>
  onDrop(changes: Readonly<Record<string, unknown>>): void
}) {
  return names
    .filter((name) => state[name] !== '')
    .map((name) => (
      <button key={name} type="button" className="chip" onClick={() => onDrop({ [name]: '' })}>
        {name} {String(state[name]).slice(0, 40)} ×
      </button>
    ))
}
