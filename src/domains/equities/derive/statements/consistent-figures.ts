import { at } from '../../../../lib/at.ts'

/**
 * A figure of a period through the filings that gave it: what the newest says, what the first said,
 * and when.
 */
export interface Versions {
  /** By the newest filing, which wins. */
  readonly value: number
  readonly firstValue: number
  readonly firstFiled: string
  readonly lastFiled: string
  /** The first filing that gave today's value. */
  readonly changedFiled: string
}

/**
 * Whether parts may be subtracted from a whole. All must be of one state of the books: what was
 * restated needs the others to have been filed again since (decision 120).
 */
export function areConsistent(whole: Versions, parts: readonly Versions[]): boolean {
  if (isRestated(whole))
    return parts.some(isRestated) && parts.every((part) => part.lastFiled > whole.firstFiled)
  return parts.every((part) => !isRestated(part) || part.changedFiled <= whole.lastFiled)
}

/** What is left of a whole without its parts, if they are consistent. */
export function subtract(whole: Versions, parts: readonly Versions[]): Versions | undefined {
  if (!areConsistent(whole, parts)) return undefined
  const all = [whole, ...parts]
  const less = (pick: (versions: Versions) => number) =>
    parts.reduce((rest, part) => rest - pick(part), pick(whole))
  return {
    value: less(({ value }) => value),
    firstValue: less(({ firstValue }) => firstValue),
    firstFiled: latest(all.map(({ firstFiled }) => firstFiled)),
    lastFiled: earliest(all.map(({ lastFiled }) => lastFiled)),
    changedFiled: latest(all.map(({ changedFiled }) => changedFiled)),
  }
}

function latest(dates: readonly string[]): string {
  let found = at(dates, 0)
  for (const date of dates) if (date > found) found = date
  return found
}

function earliest(dates: readonly string[]): string {
  let found = at(dates, 0)
  for (const date of dates) if (date < found) found = date
  return found
}

function isRestated({ value, firstValue }: Versions): boolean {
  return value !== firstValue
}
