import { type Filter, names } from '../../http/lists/filter.ts'
import { valueAt } from '../../http/lists/list-place.ts'
import { toLookupKey } from '../../lib/slug.ts'
import { chains } from './chains.ts'

/** Rows on some chains, by a column of display names, or of coin ids by their prefix. */
export function chainFilter(column: string, example = 'Ethereum'): Filter {
  const namesOf = (row: unknown) => chainNames(valueAt(row, [column]))
  return {
    parameter: names('Only on these chains, by any of their names, comma-separated.', example),
    test: (asked, rows) => {
      const listed = new Map(rows.flatMap(namesOf).map((name) => [toLookupKey(name), name]))
      const wanted = new Set(
        (asked as readonly string[]).map(
          (text) =>
            chains.find(text)?.name ?? listed.get(toLookupKey(text)) ?? chains.get(text).name,
        ),
      )
      return (row) => namesOf(row).some((name) => wanted.has(name))
    },
  }
}

function chainNames(cell: unknown): string[] {
  if (Array.isArray(cell)) return cell.flatMap(chainNames)
  if (typeof cell !== 'string') return []
  const [key = '', address] = cell.split(':')
  return [address === undefined ? cell : chains.nameOf(key)]
}
