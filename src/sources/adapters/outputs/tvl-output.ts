import { LATEST_UNIX_SEC } from '../../../lib/clock.ts'
import { UsageError } from '../../../lib/errors.ts'
import { ownMember } from '../../../lib/records.ts'
import type { Amount, SeenHallmark } from '../../model/observations.ts'
import { TVL_SECTIONS } from '../detect-kind.ts'
import type { Outline, Part } from '../messages.ts'
import { protocolFlagsOf } from '../module-flags.ts'
import {
  asText,
  emptyReading,
  isNegative,
  type Output,
  type Reading,
  readAmount,
  readLedger,
  readNumber,
  requireFigures,
} from './output.ts'

const PLAIN = 'tvl'

const FLAGS: readonly [string, string][] = [
  ['doublecounted', 'What it holds is counted by another protocol too.'],
  ['misrepresentedTokens', 'Some of its tokens stand for others of the same value.'],
]

/** Chain → section → balances (adapters.md#shapes-of-modules) as holdings, with its events. */
export function readTvlOutput(output: Output): Reading {
  const { protocol, outline, atSec } = output
  const { observations, warnings } = emptyReading()
  for (const part of output.parts) {
    const place = `${part.chain}.${part.section}`
    const section = ownMember(TVL_SECTIONS, part.section)
    if (section === undefined) {
      const what = `${place} is not a known section and was left out`
      warnings.push(what)
      observations.gaps.push({ of: protocol, what })
      continue
    }
    const amounts = amountsOf(part, output)
    // Other sections are often empty; a chain that holds nothing is worth a word.
    if (amounts.length === 0 && section === PLAIN)
      observations.gaps.push({ of: protocol, what: `${place} is empty and counts for nothing` })
    for (const amount of amounts)
      observations.holdings.push({ protocol, chain: part.chain, section, amount, atSec })
  }
  requireFigures(output, observations.holdings, 'balances')
  const methodology = tvlMethodology(outline)
  if (methodology !== '')
    observations.methods.push({ protocol, metric: 'tvl', dataType: 'tvl', label: '', methodology })
  const flags = protocolFlagsOf(outline)
  if (Object.keys(flags).length > 0) observations.protocolFlags.push({ protocol, ...flags })
  const events = readHallmarks(output)
  observations.hallmarks.push(...events.hallmarks)
  return { observations, warnings: [...warnings, ...events.warnings] }
}

function amountsOf(part: Part, { isChain }: Output): Amount[] {
  const where = `${part.chain}.${part.section}`
  if (typeof part.value === 'number' || part.section === 'fetch')
    return [checked({ usd: readNumber(part.value, where) }, where)]
  const { balances } = readLedger(part.value, where)
  return Object.entries(balances).flatMap(([key, value]) => {
    const amount = readAmount(key, value, { where, isChain })
    return amount === undefined ? [] : [checked(amount, `${where}, ${key}`)]
  })
}

/** A protocol cannot hold less than nothing: a negative amount is a mistake of the module. */
function checked(amount: Amount, where: string): Amount {
  if (isNegative(amount))
    throw new UsageError(`${where} is negative, and a protocol cannot hold less than nothing`)
  return amount
}

/** A module's methodology, with what its flags mean. */
export function tvlMethodology(outline: Output['outline']): string {
  const flags = FLAGS.filter(([name]) => outline[name] === true).map(([, text]) => text)
  return [asText(outline.methodology), ...flags].filter((text) => text !== null).join(' ')
}

/** A day, or a timestamp of it where the module has a date object. */
const DATE = /^\d{4}-\d{2}-\d{2}(T[\d:.]+Z)?$/

/**
 * Dated events of a module, `[[date, text], …]` (adapters.md#shapes-of-modules); of a range the
 * start counts. Invalid ones are left out with a warning.
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
