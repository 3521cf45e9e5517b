import type { Hit } from './hit.ts'

const KEY = 'almanac.recent'
const MAX_RECENT = 6

/** What was opened from here last, in this browser only; the newest first. */
export function readRecent(): readonly Hit[] {
  try {
    return parseRecent(localStorage.getItem(KEY))
  } catch {
    return []
  }
}

export function rememberHit(hit: Hit): void {
  try {
    localStorage.setItem(KEY, JSON.stringify(withHit(readRecent(), hit)))
  } catch {
    // A browser that keeps nothing begins anew.
  }
}

export function withHit(recent: readonly Hit[], hit: Hit): readonly Hit[] {
  return [hit, ...recent.filter(({ key }) => key !== hit.key)].slice(0, MAX_RECENT)
}

/** Only whole hits: others may have written there. */
export function parseRecent(text: string | null): readonly Hit[] {
  try {
    const parsed: unknown = JSON.parse(text ?? '[]')
    return Array.isArray(parsed) ? parsed.filter(isHit) : []
  } catch {
    return []
  }
}

function isHit(value: unknown): value is Hit {
  const { key, name, kind, to } = Object(value) as Partial<Record<keyof Hit, unknown>>
  return [key, name, kind, to].every((text) => typeof text === 'string')
}
