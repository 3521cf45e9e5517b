/** An old name in a path, and the one that the service has for it. */
export interface Rename {
  readonly from: string
  readonly to: string
}

const listeners = new Set<(rename: Rename) => void>()

/** Tells of every response that the service gave at another path, by a new name. */
export function onRename(listener: (rename: Rename) => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export function tellRename(asked: string, answered: string): void {
  const rename = renameBetween(new URL(asked).pathname, new URL(answered).pathname)
  if (rename !== null) for (const listener of listeners) listener(rename)
}

/** The one part in which two paths differ; null where they differ in more or in nothing. */
export function renameBetween(asked: string, answered: string): Rename | null {
  const [before, after] = [asked.split('/'), answered.split('/')]
  const places = before.flatMap((part, place) => (part === after[place] ? [] : [place]))
  const [place] = places
  if (place === undefined || places.length > 1 || before.length !== after.length) return null
  return { from: partOf(before[place]), to: partOf(after[place]) }
}

/** A path of the explorer with the new name in the place of the old one. */
export function renamedPath(path: string, { from, to }: Rename): string {
  return path
    .split('/')
    .map((part) => (partOf(part) === from ? encodeURIComponent(to) : part))
    .join('/')
}

function partOf(part = ''): string {
  try {
    return decodeURIComponent(part)
  } catch {
    return part
  }
}
