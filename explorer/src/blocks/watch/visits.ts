/** Figures that were seen at a visit, by kind and id. */
export interface Visit {
  readonly atMs: number
  readonly values: Readonly<Record<string, number>>
}

export interface Visits {
  /** The visit before this one; null at the first. */
  readonly before: Visit | null
  readonly now: Visit | null
}

const KEY = 'almanac.visits'
// Who comes back sooner is still at the same visit.
const SAME_VISIT_MS = 30 * 60_000
const NONE: Visits = { before: null, now: null }

/** What is remembered after figures were seen: a new visit moves the last one back. */
export function nextVisits(
  { before, now }: Visits,
  atMs: number,
  values: Readonly<Record<string, number>>,
): Visits {
  if (now === null) return { before: null, now: { atMs, values } }
  if (atMs - now.atMs < SAME_VISIT_MS)
    return { before, now: { atMs: now.atMs, values: { ...values, ...now.values } } }
  return { before: now, now: { atMs, values } }
}

export function readVisits(): Visits {
  try {
    const { before = null, now = null } = JSON.parse(
      localStorage.getItem(KEY) ?? '{}',
    ) as Partial<Visits>
    return { before, now }
  } catch {
    return NONE
  }
}

export function writeVisits(visits: Visits): void {
  try {
    localStorage.setItem(KEY, JSON.stringify(visits))
  } catch {
    // A browser that keeps nothing knows no last visit.
  }
}
