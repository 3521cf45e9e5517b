import type { Hold } from '../live/guards/holds/facts.ts'
import type { Unpriced } from '../sources/model/amounts.ts'
import { formatCount } from './progress.ts'

/** Exit codes of commands that read sources; 0 and 1 are those of every command. */
export const EXIT_CODES = { held: 3, unpriced: 4, partial: 5 } as const

export const EXIT_CODES_USAGE = `Exit codes: 0 done, 1 failed; of run and backfill also ${EXIT_CODES.held} held, ${EXIT_CODES.unpriced} something has no price, ${EXIT_CODES.partial} something could not be read.`

/** What a run brought, as far as it is not simply good. */
export interface RunOutcome {
  held: number
  rejected: number
  unpriced: readonly Unpriced[]
  /** What could not be read, a sentence each. */
  gaps: readonly string[]
}

const SHOWN = 20

/** The exit code, and the one line that says why; the gravest outcome counts. */
export function judgeRun(outcome: RunOutcome): { code: number; line: string | null } {
  const { held, rejected, unpriced, gaps } = outcome
  const coins = new Set(unpriced.map(({ coin }) => coin)).size
  const missing = gaps.length + rejected
  const of = (code: number, text: string) => ({ code, line: `${text} (exit code ${code})` })
  if (held > 0)
    return of(
      EXIT_CODES.held,
      `${formatCount(held)} rows are held and not served: \`almanac quality list\` shows why`,
    )
  if (coins > 0)
    return of(
      EXIT_CODES.unpriced,
      `${formatCount(coins)} coins have no value and are missing in the figures`,
    )
  if (missing === 0) return { code: 0, line: null }
  const things = `${formatCount(missing)} things are missing`
  return of(EXIT_CODES.partial, `the figures are partial: ${things}`)
}

/** Coins that count as nothing, and why. */
export function unpricedLines(unpriced: readonly Unpriced[]): string[] {
  const shown = unpriced
    .slice(0, SHOWN)
    .map(
      ({ coin, missing }) =>
        `${coin} has no value: its ${missing === 'price' ? 'price is' : 'decimals are'} not known`,
    )
  return unpriced.length > SHOWN
    ? [...shown, `and ${formatCount(unpriced.length - SHOWN)} more without a value`]
    : shown
}

/** Of facts that are held together the first: they are one reading with one id. */
export function firstOfEach<H extends Pick<Hold, 'id'>>(holds: readonly H[]): H[] {
  const firsts = new Map<string, H>()
  for (const hold of holds) if (!firsts.has(hold.id)) firsts.set(hold.id, hold)
  return [...firsts.values()]
}
