import { UsageError } from '../../../lib/errors.ts'
import type { SeenTransfer } from '../../model/observations.ts'
import type { Part, Plain } from '../messages.ts'
import {
  asRecord,
  asText,
  emptyReading,
  findNumber,
  type Output,
  type PlainRecord,
  type Reading,
  readNumber,
  readRaw,
} from './output.ts'

export interface BridgeOutput extends Output {
  /** Times of the blocks of transfers without a time, by `chain:height`. */
  blockTimes: ReadonlyMap<string, number>
}

/** Chain → events (adapters.md#shapes-of-modules) as transfers of the bridge that was named. */
export function readBridgeOutput(output: BridgeOutput): Reading {
  const bridge = Number(output.protocol)
  if (!Number.isInteger(bridge) || bridge <= 0)
    throw new UsageError('the number of the bridge is needed: --protocol <number>')
  const reading = emptyReading()
  for (const part of output.parts) {
    if (!Array.isArray(part.value)) throw new UsageError(`${part.chain} must give a list of events`)
    const perTransaction = new Map<string, number>()
    for (const value of part.value) {
      const event = asRecord(value)
      if (event === undefined) throw new UsageError(`${part.chain}: an event must be an object`)
      const txHash = asText(event.txHash)
      if (txHash === null)
        throw new UsageError(`${part.chain}: an event needs txHash, token and isDeposit`)
      const index = perTransaction.get(txHash) ?? 0
      perTransaction.set(txHash, index + 1)
      const place = { bridge, part, txHash, index }
      reading.observations.transfers.push(readTransfer(event, place, output))
    }
  }
  return reading
}

/** Blocks whose time is needed to read the transfers. */
export function listTimelessBlocks(parts: readonly Part[]): { chain: string; height: number }[] {
  const found = new Map<string, { chain: string; height: number }>()
  for (const { chain, value } of parts) {
    for (const item of Array.isArray(value) ? value : []) {
      const event = asRecord(item)
      const height = Number(event?.blockNumber)
      if (event?.timestamp === undefined && Number.isInteger(height))
        found.set(`${chain}:${height}`, { chain, height })
    }
  }
  return [...found.values()]
}

interface Place {
  bridge: number
  part: Part
  txHash: string
  /** Which event of its transaction it is: events carry no number of their own. */
  index: number
}

function readTransfer(
  event: PlainRecord,
  { bridge, part, txHash, index }: Place,
  { atSec, blockTimes }: BridgeOutput,
): SeenTransfer {
  const where = `${part.chain}, transfer ${txHash}`
  const token = asText(event.token)
  if (token === null || typeof event.isDeposit !== 'boolean')
    throw new UsageError(`${where} needs txHash, token and isDeposit`)
  const chain = asText(event.chainOverride) ?? part.chain
  const coin = token.includes(':') ? token : `${chain}:${token.toLowerCase()}`
  const block = findNumber(event.blockNumber, `${where}, blockNumber`)
  return {
    bridge,
    chain,
    txHash,
    logIndex: index,
    block,
    from: asText(event.from) ?? '',
    to: asText(event.to) ?? '',
    amount:
      event.isUSDVolume === true
        ? { coin, usd: positive(readNumber(event.amount, where), where) }
        : { coin, raw: positiveRaw(event.amount, where) },
    isDeposit: event.isDeposit,
    sourceChain: null,
    atSec: findTime(event.timestamp) ?? blockTimes.get(`${part.chain}:${block}`) ?? atSec,
  }
}

/** Seconds or milliseconds: no time in one unit is plausible in the other. */
function findTime(value: Plain): number | undefined {
  const time = Number(value)
  if (value === undefined || value === null || !Number.isFinite(time) || time <= 0) return undefined
  return Math.floor(time > 1e11 ? time / 1000 : time)
}

function positiveRaw(value: Plain, where: string): bigint {
  return BigInt(positive(readRaw(value, `${where}, amount`), where))
}

function positive<Value extends number | bigint>(value: Value, where: string): Value {
  if (value < 0) throw new UsageError(`${where} has a negative amount`)
  return value
}
