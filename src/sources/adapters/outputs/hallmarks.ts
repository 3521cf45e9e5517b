import { LATEST_UNIX_SEC } from '../../../lib/clock.ts'
import type { SeenHallmark } from '../../model/observations.ts'
import type { Outline } from '../messages.ts'
import { asText, type Output } from './output.ts'

/** A day, or a moment of it where the module has a date object. */
const DATE = /^\d{4}-\d{2}-\d{2}(T[\d:.]+Z)?$/

/**
 * Dated events of a module, `[[date, text], …]` (semantics 11.1); of a range the start counts.
 * Invalid ones are left out with a warning.
 */
export function readHallmarks({ outline, protocol }: Output): {
  hallmarks: SeenHallmark[]
  warnings: string[]
} {
  const hallmarks: SeenHallmark[] = []
  const warnings: string[] = []
  const listed = outline.hallmarks ?? []
  if (!Array.isArray(listed))
    return { hallmarks, warnings: ['hallmarks is not a list of [date, text] and was left out'] }
  for (const [index, entry] of (listed as readonly Outline[]).entries()) {
    const [date, text] = Array.isArray(entry) ? (entry as readonly Outline[]) : []
    const onSec = findSec(Array.isArray(date) ? date[0] : date)
    const event = asText(text)
    if (onSec === undefined)
      warnings.push(
        `hallmarks[${index}] was left out: its date must be Unix seconds or YYYY-MM-DD, not ${JSON.stringify(date)}`,
      )
    else if (event === null) warnings.push(`hallmarks[${index}] was left out: it has no text`)
    else hallmarks.push({ protocol, onSec, event })
  }
  return { hallmarks, warnings }
}

function findSec(date: Outline): number | undefined {
  const sec =
    typeof date === 'number'
      ? Math.floor(date)
      : typeof date === 'string'
        ? secOf(date)
        : Number.NaN
  // Milliseconds would be far beyond.
  return sec > 0 && sec <= LATEST_UNIX_SEC ? sec : undefined
}

function secOf(text: string): number {
  const date = new Date(DATE.test(text) ? text : Number.NaN)
  // 30 February would be read as a day in March.
  return Number.isNaN(date.getTime()) || date.toISOString().slice(0, 10) !== text.slice(0, 10)
    ? Number.NaN
    : Math.floor(date.getTime() / 1000)
}
