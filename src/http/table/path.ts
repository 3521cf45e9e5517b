/** One step from a response towards the rows of its table. */
export type Step =
  | { readonly do: 'member'; readonly name: string }
  | { readonly do: 'items' }
  | { readonly do: 'entries'; readonly key: NamedColumn; readonly of: readonly string[] }
  | { readonly do: 'zip'; readonly key: NamedColumn }
  | { readonly do: 'take'; readonly members: readonly NamedColumn[] }
  | { readonly do: 'tuple'; readonly places: readonly string[] }
  | { readonly do: 'value'; readonly name: string }

export interface NamedColumn {
  readonly name: string
  /** `:time` says what no schema says of the key of a map: it is Unix seconds. */
  readonly isTime: boolean
}

/** The place of a tuple at which the path goes on. */
export const ONWARDS = '*'

const TOKEN = /\.?([A-Za-z_][\w-]*)|(\[\])|(\*?)\{([^}]+)\}|<([^>]+)>|\(([^)]+)\)|=([A-Za-z_]\w*)/y

/** Where the rows of a table are, in a language of README.md; ` | ` parts ways to several forms. */
export function parsePaths(text: string): Step[][] {
  return text.split(' | ').map(parsePath)
}

function parsePath(text: string): Step[] {
  const steps: Step[] = []
  TOKEN.lastIndex = 0
  while (TOKEN.lastIndex < text.length) {
    const from = TOKEN.lastIndex
    const found = TOKEN.exec(text)
    if (found === null) throw new Error(`${text} is not a path of a table, from place ${from} on.`)
    steps.push(stepOf(found))
  }
  return steps
}

function stepOf([, member, items, zip, entries, taken, places, value]: readonly (
  | string
  | undefined
)[]): Step {
  if (member !== undefined) return { do: 'member', name: member }
  if (items !== undefined) return { do: 'items' }
  if (taken !== undefined) return { do: 'take', members: split(taken).map(namedColumn) }
  if (places !== undefined) return { do: 'tuple', places: split(places) }
  if (value !== undefined) return { do: 'value', name: value }
  const [key = '', of = ''] = (entries ?? '').split(' of ')
  return zip === '*'
    ? { do: 'zip', key: namedColumn(key) }
    : { do: 'entries', key: namedColumn(key), of: split(of) }
}

function namedColumn(text: string): NamedColumn {
  const [name = '', kind] = text.split(':')
  return { name, isTime: kind === 'time' }
}

function split(text: string): string[] {
  return text === '' ? [] : text.split(',').map((part) => part.trim())
}
