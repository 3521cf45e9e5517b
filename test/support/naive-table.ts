type Row = Map<string, unknown>
type Json = Record<string, unknown>

const STEP = /^(\.?[A-Za-z_][\w-]*|\[\]|\*?\{[^}]*\}|<[^>]*>|\([^)]*\)|=\w+)/

/** The rows at a path of `src/http/table`, of plain JSON and in the plainest way there is. */
export function readPath(paths: string, response: unknown): Row[] {
  const [first = '', second] = paths.split(' | ')
  const isOther = second !== undefined && first.startsWith('[]') !== Array.isArray(response)
  return walk(isOther ? second : first, response, new Map())
}

function walk(path: string, value: unknown, row: Row, taken: readonly string[] = []): Row[] {
  const [step = ''] = STEP.exec(path) ?? []
  const rest = path.slice(step.length)
  const names = step.slice(1, -1).split(',')
  const and = (name: string, cell: unknown) => new Map([...row, [name, cell]])
  if (step === '') return [new Map([...row, ...(taken.length > 0 ? [] : flat(value))])]
  if (step === '[]') return (value as unknown[]).flatMap((item) => walk(rest, item, row))
  if (step.startsWith('=')) return [and(step.slice(1), value)]
  if (step.startsWith('*')) return zip(step.slice(2, -1), value as Json, row, taken)
  if (step.startsWith('(')) {
    const cells = value as unknown[]
    const filled = new Map([...row, ...names.map((name, index) => [name, cells[index]] as const)])
    filled.delete('*')
    return names.includes('*') ? walk(rest, cells[names.indexOf('*')], filled) : [filled]
  }
  if (step.startsWith('<')) {
    const members = names.map((name) => name.replace(':time', ''))
    const cells = members.flatMap((name) => [...flat((value as Json)[name], name)])
    return walk(rest, value, new Map([...row, ...cells]), members)
  }
  if (step.startsWith('{'))
    return entries(step, value, taken).flatMap(([key, name, inner]) =>
      walk(rest, inner, and(key, name)),
    )
  const member = (value as Json)[step.replace('.', '')]
  return member === undefined || member === null ? [] : walk(rest, member, row)
}

/** Members of a map: the column of their names, the name, the value. */
function entries(
  step: string,
  value: unknown,
  taken: readonly string[],
): [string, string | null, unknown][] {
  const [text = '', of] = step.slice(1, -1).split(' of ')
  const key = text.replace(':time', '')
  if (typeof value !== 'object' || value === null) return [[key, null, value]]
  return Object.entries(value).flatMap(([name, inner]): [string, string, unknown][] =>
    taken.includes(name) || (of !== undefined && !of.split(',').includes(name))
      ? []
      : [[key, name, inner]],
  )
}

function zip(key: string, value: Json, row: Row, taken: readonly string[]): Row[] {
  const maps = Object.entries(value).filter(([name]) => !taken.includes(name))
  const names = new Set(maps.flatMap(([, map]) => Object.keys(map as Json)))
  if (names.size === 0) return [new Map([...row, [key, null]])]
  return [...names].map(
    (name) =>
      new Map([
        ...row,
        [key, name],
        ...maps.map(([column, map]) => [column, (map as Json)[name]] as const),
      ]),
  )
}

/** All ways to see a value as columns: it whole, and its members at any depth. */
function flat(value: unknown, name = ''): Row {
  const own: Row = new Map(name === '' ? [] : [[name, value]])
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return own
  const members = Object.entries(value).flatMap(([member, inner]) => [
    ...flat(inner, name === '' ? member : `${name}.${member}`),
  ])
  return new Map([...own, ...members])
}
