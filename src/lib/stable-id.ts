import { createHash } from 'node:crypto'

const LENGTH = 24

/** An id for what has none: the same parts give the same id on every machine. */
export function stableId(...parts: readonly (string | number | null)[]): string {
  return createHash('sha256').update(JSON.stringify(parts)).digest('hex').slice(0, LENGTH)
}
