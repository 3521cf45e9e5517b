import Type from 'typebox'
import { string, unixSec } from '../../http/described.ts'

/** A dated event of a protocol, in the form that clients read. */
export type Hallmark = [onSec: number, event: string]

/** The events of every protocol, by its id. */
export type Hallmarks = ReadonlyMap<string, readonly Hallmark[]>

export const hallmarksSchema = Type.Array(
  Type.Tuple([unixSec('When it happened'), string('What happened')]),
  {
    description: 'Dated events, oldest first; of a parent also those of its children',
  },
)

/** Events of a protocol or family, oldest first, each once (tvl.md#one-protocol). */
export function listHallmarks(known: Hallmarks, ids: readonly string[]): Hallmark[] {
  const all = ids.flatMap((id) => known.get(id) ?? [])
  const found = new Map(all.map((hallmark) => [JSON.stringify(hallmark), hallmark]))
  return [...found.values()].sort(
    ([onSec, event], [otherSec, other]) => onSec - otherSec || (event < other ? -1 : 1),
  )
}
