import { DAY_SEC, HOUR_SEC } from '../../../lib/clock.ts'

/** What tells a transfer from all others, newest first: time, then what breaks ties. */
export interface TransferPosition {
  readonly atSec: number
  readonly bridge: number
  readonly chain: string
  readonly txHash: string
  readonly logIndex: number
}

/** A position as the text callers send back to go on after it. */
export function encodeCursor({ atSec, bridge, chain, txHash, logIndex }: TransferPosition): string {
  return Buffer.from(JSON.stringify([atSec, bridge, chain, txHash, logIndex])).toString('base64url')
}

const MAX_CURSOR = 2_000

/** The position a text stands for; `undefined` when it was not made by `encodeCursor`. */
export function decodeCursor(text: string): TransferPosition | undefined {
  if (text.length > MAX_CURSOR || !/^[\w-]+$/.test(text)) return undefined
  const parts = parseList(Buffer.from(text, 'base64url').toString('utf8'))
  const [atSec, bridge, chain, txHash, logIndex] = parts
  const isWhole = (value: unknown, max: number): value is number =>
    Number.isSafeInteger(value) && Number(value) >= 0 && Number(value) <= max
  if (parts.length !== 5 || !isWhole(atSec, 0xffff_ffff) || !isWhole(bridge, 0x7fff_ffff))
    return undefined
  if (
    typeof chain !== 'string' ||
    typeof txHash !== 'string' ||
    !isWhole(logIndex, Number.MAX_SAFE_INTEGER)
  )
    return undefined
  return { atSec, bridge, chain, txHash, logIndex }
}

function parseList(text: string): unknown[] {
  try {
    const value: unknown = JSON.parse(text)
    return Array.isArray(value) ? value : []
  } catch {
    return []
  }
}

const DEFAULT_DAYS = 7

/**
 * The range of a list of transactions, both ends included (bridges.md#transaction-lists): as
 * requested, else seven days up to the end of the running hour; the list of an address has no
 * default start.
 */
export function transferWindow(asked: {
  startSec: number | undefined
  endSec: number | undefined
  hasAddress: boolean
  nowSec: number
}): {
  fromSec: number
  toSec: number
} {
  const endSec = asked.endSec ?? asked.nowSec
  const defaultSec = asked.hasAddress ? 0 : Math.max(0, endSec - DEFAULT_DAYS * DAY_SEC)
  return {
    fromSec: asked.startSec ?? defaultSec,
    toSec: asked.endSec ?? endSec - (endSec % HOUR_SEC) + HOUR_SEC - 1,
  }
}
