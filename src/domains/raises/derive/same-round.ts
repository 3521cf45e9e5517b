import { DAY_SEC } from '../../../lib/clock.ts'

/** What tells a project's rounds apart. Amounts are millions of USD. */
export interface RoundMarks {
  dateSec: number
  round: string | null
  amount: number | null
}

const SAME_LABEL_DAYS = 30
const SAME_AMOUNT_DAYS = 7
const AMOUNT_TOLERANCE = 0.1
// What reporters write when they do not know the kind of a round.
const NO_LABEL = new Set(['', 'na', 'none', 'other', 'undisclosed', 'unknown', 'unspecified'])

/**
 * By label within thirty days, else by amount within seven; an unknown amount agrees with any,
 * unless the labels contradict each other (raises.md#same-round).
 */
export function isSameRound(a: RoundMarks, b: RoundMarks): boolean {
  const days = Math.abs(a.dateSec - b.dateSec) / DAY_SEC
  if (days > SAME_LABEL_DAYS) return false
  const [labelA, labelB] = [labelOf(a.round), labelOf(b.round)]
  if (labelA !== '' && labelA === labelB) return true
  if (days > SAME_AMOUNT_DAYS) return false
  if (a.amount === null || b.amount === null) return labelA === '' || labelB === ''
  return Math.abs(a.amount - b.amount) <= AMOUNT_TOLERANCE * Math.max(a.amount, b.amount)
}

/** A label in one spelling, `series a` and `Series-A Round` alike; empty when it says nothing. */
function labelOf(round: string | null): string {
  const label = (round ?? '')
    .toLowerCase()
    .replace(/\s+(funding|round|funding round)\s*$/, '')
    .replaceAll(/[^\p{L}\p{N}]/gu, '')
  return NO_LABEL.has(label) ? '' : label
}

/** What of a report tells its project. */
export interface ProjectMarks {
  name: string
  protocol: string | null
}

// Words that say what a company is in law, not what it is called.
const COMPANY_FORM = /\s+(labs?|foundation|inc|ltd|limited|llc|corp|gmbh|ag|sa|pte)\.?$/

/**
 * The family of the protocol it names, else the only one that others of its name give, else the
 * name itself (raises.md#same-round).
 */
export function projectKeys<R extends ProjectMarks>(
  reports: readonly R[],
  familyOf: (protocol: string) => string,
): Map<R, string> {
  const familiesByName = new Map<string, Set<string>>()
  for (const { name, protocol } of reports) {
    if (protocol === null) continue
    const key = nameKey(name)
    familiesByName.set(key, (familiesByName.get(key) ?? new Set()).add(familyOf(protocol)))
  }
  return new Map(
    reports.map((report) => {
      if (report.protocol !== null) return [report, `protocol ${familyOf(report.protocol)}`]
      const key = nameKey(report.name)
      const [family, ...others] = familiesByName.get(key) ?? []
      return [
        report,
        family !== undefined && others.length === 0 ? `protocol ${family}` : `name ${key}`,
      ]
    }),
  )
}

/** A name without case, signs and company form: `Example Labs, Inc.` is `example`. */
export function nameKey(name: string): string {
  let words = name.normalize('NFKD').toLowerCase().replaceAll(',', ' ').trim()
  while (COMPANY_FORM.test(words)) words = words.replace(COMPANY_FORM, '')
  const letters = words.replaceAll(/[^\p{L}\p{N}]/gu, '')
  // A name of signs alone is distinguished by its signs.
  return letters === '' ? words : letters
}
