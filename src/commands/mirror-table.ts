import type { MirroredDomain } from '../sources/mirror/response.ts'
import type { Fact } from '../store/fact.ts'

export interface MirrorTableRow {
  fact: string
  operations: string[]
  refill: string
  note: string
}

const NOT_AT_ALL = 'not at all'
// Facts of this instance, which another one has no use for.
const OWN = ['quality_holds', 'run_receipts', 'source_states', 'mirror_receipts']

/** What each fact gets from which operations, as the domains declare it. */
export function mirrorTable(
  facts: readonly Fact[],
  mirrored: readonly MirroredDomain[],
): MirrorTableRow[] {
  const carried = mirrored.flatMap(({ responses }) =>
    responses.flatMap(({ operation, carries }) => carries.map((one) => ({ operation, ...one }))),
  )
  const leftOut = new Map(
    mirrored.flatMap(({ leftOut: some = [] }) => some.map(({ fact, why }) => [fact.name, why])),
  )
  return facts
    .filter(({ name }) => !OWN.includes(name))
    .map(({ name }) => {
      const own = carried.filter(({ fact }) => fact.name === name)
      const notes = [...new Set(own.map(({ note }) => note))].filter((note) => note !== '')
      const missing = leftOut.get(name)
      return {
        fact: name,
        operations: [...new Set(own.map(({ operation }) => operation))],
        refill: [...new Set(own.map(({ refill }) => refill))].join(', ') || NOT_AT_ALL,
        note: [...notes, ...(missing === undefined ? [] : [missing])].join(' '),
      }
    })
}

/** The same as a table of a document. */
export function mirrorTableLines(rows: readonly MirrorTableRow[]): string[] {
  return [
    '| fact | operations | refill | what to know |',
    '|---|---|---|---|',
    ...rows.map(
      ({ fact, operations, refill, note }) =>
        `| \`${fact}\` | ${operations.map((name) => `\`${name}\``).join(', ') || '–'} | ${refill} | ${note} |`,
    ),
  ]
}
