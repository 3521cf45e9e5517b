import type { Watched } from './watched.ts'

/** A watch list for the address: `kind:id:name`, the id and name written so that `:` is free. */
export function toCarried(list: readonly Watched[]): string[] {
  return list.map(({ kind, id, name }) => [kind, id, name].map(encodeURIComponent).join(':'))
}

export function fromCarried(texts: readonly string[]): Watched[] {
  return texts.flatMap((text) => {
    const parts = text.split(':')
    if (parts.length !== 3) return []
    try {
      const [kind = '', id = '', name = ''] = parts.map(decodeURIComponent)
      return kind === '' || id === '' ? [] : [{ kind, id, name }]
    } catch {
      return []
    }
  })
}

/** Both lists, each thing once. */
export function merged(own: readonly Watched[], other: readonly Watched[]): Watched[] {
  const known = new Set(own.map(({ kind, id }) => `${kind} ${id}`))
  return [...own, ...other.filter(({ kind, id }) => !known.has(`${kind} ${id}`))]
}
