import { MAX_VALUES } from '../channel/frames.ts'
import type { Outline, Plain } from '../messages.ts'

const MAX_DEPTH = 12
const OUTLINE_DEPTH = 6

interface Ledger {
  getBalances(): unknown
  getBreakdownBalances?(): Record<string, Ledger>
}

/** A module's answer as values that can be sent; ledgers as `{ balances, labels }`. */
export function toPlain(value: unknown): Plain {
  let left = MAX_VALUES
  const visit = (item: unknown, depth: number): Plain => {
    if (--left < 0) throw new Error(`the response holds more than ${MAX_VALUES} values`)
    if (depth > MAX_DEPTH)
      throw new Error(`the response is nested deeper than ${MAX_DEPTH} levels, or contains itself`)
    if (typeof item === 'function' || typeof item === 'symbol') return undefined
    if (typeof item !== 'object' || item === null) return item as Plain
    return plainObject(item, (part) => visit(part, depth + 1))
  }
  return visit(value, 0)
}

function plainObject(item: object, visit: (part: unknown) => Plain): Plain {
  if (isLedger(item)) return ledgerOf(item, visit)
  if (item instanceof Date) return item.toISOString()
  const number = numberText(item)
  if (number !== undefined) return number
  if (Array.isArray(item)) return item.map(visit)
  const entries =
    item instanceof Map
      ? [...item].map(([key, part]) => [String(key), part] as const)
      : Object.entries(item)
  return Object.fromEntries(entries.map(([key, part]) => [key, visit(part)]))
}

function isLedger(value: object): value is Ledger {
  return typeof (value as Partial<Ledger>).getBalances === 'function'
}

function ledgerOf(ledger: Ledger, visit: (part: unknown) => Plain): Plain {
  const labels =
    typeof ledger.getBreakdownBalances === 'function' ? ledger.getBreakdownBalances() : {}
  return {
    balances: visit(ledger.getBalances()),
    labels: Object.fromEntries(
      Object.entries(labels ?? {}).map(([label, part]) => [label, visit(part.getBalances())]),
    ),
  }
}

/** The number objects of libraries, in digits. */
function numberText(item: object): string | undefined {
  const { toFixed, _isBigNumber, toHexString } = item as {
    toFixed?: unknown
    _isBigNumber?: unknown
    toHexString?: unknown
  }
  if (typeof toFixed === 'function') return String(toFixed.call(item))
  return _isBigNumber === true || typeof toHexString === 'function' ? String(item) : undefined
}

/** What a module exports, without calling anything but `start`; exported promises are awaited. */
export async function outlineOf(value: unknown, depth = 0): Promise<Outline> {
  const item = await value
  if (typeof item === 'function') return { isFunction: true }
  if (typeof item !== 'object' || item === null)
    return typeof item === 'symbol' ? undefined : (item as Plain)
  if (item instanceof Date) return item.toISOString()
  if (depth >= OUTLINE_DEPTH) return Array.isArray(item) ? [] : {}
  if (Array.isArray(item))
    return Promise.all(item.slice(0, 1000).map((part) => outlineOf(part, depth + 1)))
  const entries = await Promise.all(
    Object.entries(item).map(
      async ([key, part]) =>
        [key, await outlineOf(key === 'start' ? await startOf(part) : part, depth + 1)] as const,
    ),
  )
  return Object.fromEntries(entries)
}

/** Older modules give the time of their start as a function; one that fails says nothing. */
async function startOf(start: unknown): Promise<unknown> {
  if (typeof start !== 'function' || start.length > 0) return start
  try {
    return await (start as () => unknown)()
  } catch {
    return start
  }
}
