import { grouped } from '../../lib/numbers.ts'
import type { Drop } from '../../page/list-filters.ts'

/** No row fits: the filter that excludes most comes first; a click drops it. */
export function NothingFits({
  drops,
  onDrop,
}: {
  drops: readonly Drop[]
  onDrop(changes: Readonly<Record<string, unknown>>): void
}) {
  return (
    <>
      <p>Nothing fits these filters.</p>
      {drops.map(({ id, name, empty, fitting }) => (
        <button key={id} type="button" className="chip" onClick={() => onDrop({ [id]: empty })}>
          Drop {name} ×{fitting > 0 && ` (${grouped(fitting, 0)} would fit)`}
        </button>
      ))}
    </>
  )
}
