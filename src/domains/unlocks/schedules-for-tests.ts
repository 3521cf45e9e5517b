import { checkSchedule } from './derive/check-schedule.ts'
import type { SectionCurve } from './derive/section-curve.ts'
import { sectionCurve } from './derive/section-curve.ts'
import type { Schedule, Section } from './schedule.ts'

/** A day such as 2024-02-29 in Unix seconds. */
export function day(iso: string): number {
  return Date.parse(`${iso}${iso.includes('T') ? '' : 'T00:00'}Z`) / 1000
}

/** A schedule as a person would write it, of which only what matters is said. */
export function written(
  given: Record<string, unknown> & { sections: unknown[] },
): Record<string, unknown> {
  return { name: 'Alpha', token: 'ethereum:0xa1', ...given }
}

/** The same, checked; a test that writes it wrong fails here. */
export function schedule(given: Record<string, unknown> & { sections: unknown[] }): Schedule {
  const { schedule: found, problems } = checkSchedule(written(given))
  if (found === undefined) throw new Error(JSON.stringify(problems))
  return found
}

/** A section without unlocks of its own, of which only what matters is said. */
export function section(given: Partial<Section>): Section {
  return {
    label: 'A',
    category: 'insiders',
    isIncentive: false,
    isBurn: false,
    isRecorded: false,
    allocation: null,
    unlocks: [],
    ...given,
  }
}

/** A section that gives some tokens at once on some days: day → amount. */
export function cliffs(
  label: string,
  amounts: Record<string, number>,
  given: Partial<Section> = {},
): SectionCurve {
  const unlocks = Object.entries(amounts).map(([iso, amount]) => ({
    type: 'cliff' as const,
    atSec: day(iso),
    amount,
  }))
  return sectionCurve(section({ label, unlocks, ...given }), undefined)
}

/** A section that gives tokens evenly from one day to another. */
export function line(
  label: string,
  from: string,
  to: string,
  amount: number,
  given: Partial<Section> = {},
): SectionCurve {
  return sectionCurve(
    section({
      label,
      unlocks: [{ type: 'linear', fromSec: day(from), toSec: day(to), amount }],
      ...given,
    }),
    undefined,
  )
}

/** A section recorded on-chain: day → tokens until then. */
export function recorded(
  label: string,
  records: Record<string, number>,
  given: Partial<Section> = {},
): SectionCurve {
  const timesSec = Object.keys(records).map(day)
  return sectionCurve(section({ label, isRecorded: true, ...given }), {
    timesSec,
    unlocked: Object.values(records),
  })
}
