import { UsageError } from '../../../lib/errors.ts'
import type { Plain } from '../messages.ts'
import {
  asRecord,
  emptyReading,
  type Output,
  type Reading,
  readNumber,
  requireFigures,
} from './output.ts'

/** Chain → minted, unreleased, bridged (adapters.md#shapes-of-modules), in whole tokens. */
export function readStablecoinOutput(output: Output): Reading {
  const reading = emptyReading()
  for (const chain of new Set(output.parts.map((part) => part.chain))) {
    const supply = {
      asset: output.protocol,
      chain,
      minted: 0,
      unreleased: 0,
      bridgedFrom: [] as { chain: string; amount: number }[],
      atSec: output.atSec,
    }
    for (const { section, value } of output.parts.filter((part) => part.chain === chain)) {
      const amount = pegged(value, `${chain}.${section}`)
      if (section === 'minted') supply.minted = amount
      else if (section === 'unreleased') supply.unreleased = amount
      else if (amount !== 0) supply.bridgedFrom.push({ chain: section, amount })
    }
    reading.observations.supplies.push(supply)
  }
  const stated = output.parts.filter(({ value }) => Object.keys(asRecord(value) ?? {}).length > 0)
  requireFigures(output, stated, 'supply')
  return reading
}

/** The amount under the one key that names the peg, such as `peggedUSD`; 0 for an empty object. */
function pegged(value: Plain, where: string): number {
  const record = asRecord(value)
  if (record === undefined)
    throw new UsageError(`${where} must give an amount by peg, such as { peggedUSD: 5 }`)
  const pegs = Object.keys(record).filter((name) => name.startsWith('pegged'))
  if (pegs.length > 1)
    throw new UsageError(`${where} gives amounts of several pegs: ${pegs.join(', ')}`)
  const [peg] = pegs
  if (peg === undefined && Object.keys(record).length > 0)
    throw new UsageError(`${where} gives no amount by peg, such as peggedUSD`)
  const amount = peg === undefined ? 0 : readNumber(record[peg], `${where}, ${peg}`)
  if (amount < 0) throw new UsageError(`${where} is negative, and a supply cannot be`)
  return amount
}
