import { UsageError } from '../../../lib/errors.ts'
import { ownMember } from '../../../lib/records.ts'
import type { Amount } from '../../model/observations.ts'
import type { Part } from '../messages.ts'
import { protocolFlagsOf } from '../module-flags.ts'
import { readHallmarks } from './hallmarks.ts'
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

/** The section that is the TVL. */
const PLAIN = 'tvl'

/** Sections by the names that modules give them; `fetch` is the TVL in dollars. */
const SECTIONS: Readonly<Record<string, string>> = {
  tvl: 'tvl',
  fetch: 'tvl',
  staking: 'staking',
  pool2: 'pool2',
  borrowed: 'borrowed',
  vesting: 'vesting',
  offers: 'offers',
  treasury: 'treasury',
  ownTokens: 'OwnTokens',
}

const FLAGS: readonly [string, string][] = [
  ['doublecounted', 'What it holds is counted by another protocol too.'],
  ['misrepresentedTokens', 'Some of its tokens stand for others of the same value.'],
]

/** Chain → section → balances (semantics 11.1) as holdings, and the module's events. */
export function readTvlOutput(output: Output): Reading {
  const reading = emptyReading()
  for (const part of output.parts) {
    const section = ownMember(SECTIONS, part.section)
    if (section === undefined) {
      const what = `${part.chain}.${part.section} is not a known section and was left out`
      reading.warnings.push(what)
      reading.observations.gaps.push({ of: output.protocol, what })
      continue
    }
    const amounts = amountsOf(part, output)
    // Other sections are often empty; a chain that holds nothing is worth a word.
    if (amounts.length === 0 && section === PLAIN)
      reading.observations.gaps.push({
        of: output.protocol,
        what: `${part.chain}.${part.section} is empty and counts for nothing`,
      })
    for (const amount of amounts)
      reading.observations.holdings.push({
        protocol: output.protocol,
        chain: part.chain,
        section,
        amount,
        atSec: output.atSec,
      })
  }
  requireFigures(output, reading.observations.holdings, 'balances')
  const methodology = tvlMethodology(output.outline)
  if (methodology !== '')
    reading.observations.methods.push({
      protocol: output.protocol,
      metric: 'tvl',
      dataType: 'tvl',
      label: '',
      methodology,
    })
  const flags = protocolFlagsOf(output.outline)
  if (Object.keys(flags).length > 0)
    reading.observations.protocolFlags.push({ protocol: output.protocol, ...flags })
  const { hallmarks, warnings } = readHallmarks(output)
  reading.observations.hallmarks.push(...hallmarks)
  reading.warnings.push(...warnings)
  return reading
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
