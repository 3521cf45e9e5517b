import { countPacked, type PackedRows } from './packed-rows.ts'

/** Packed rows one by one. */
export function unpackRows(packed: readonly PackedRows[]): Record<string, unknown>[] {
  return packed.flatMap((piece) =>
    Array.from({ length: countPacked(piece) }, (_, index) => ({
      ...piece.shared,
      ...Object.fromEntries(
        Object.entries(piece.columns).map(([name, values]) => [name, values[index]]),
      ),
    })),
  )
}
