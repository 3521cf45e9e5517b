/** Whole numbers are exact, of any length; fractions are floating point. */
export type LedgerAmount = bigint | number

/** Numbers, texts of numbers, big integers and number objects of libraries. */
export function toAmount(value: unknown): LedgerAmount {
  if (typeof value === 'bigint') return value
  const text =
    typeof value === 'object' && value !== null ? textOfNumber(value) : String(value).trim()
  if (/^[+-]?\d+$/.test(text)) return BigInt(text)
  if (/^0x[0-9a-f]+$/i.test(text)) return BigInt(text)
  const number = Number(text)
  if (text === '' || !Number.isFinite(number))
    throw new Error(`a balance must be a number, not ${text === '' ? 'empty' : text.slice(0, 40)}`)
  return Number.isSafeInteger(number) ? BigInt(number) : number
}

function textOfNumber(value: object): string {
  const { toFixed } = value as { toFixed?: () => string }
  return typeof toFixed === 'function' ? toFixed.call(value) : String(value)
}

export function sumAmounts(a: LedgerAmount, b: LedgerAmount): LedgerAmount {
  return typeof a === 'bigint' && typeof b === 'bigint' ? a + b : Number(a) + Number(b)
}

export function scaleAmount(amount: LedgerAmount, ratio: number): LedgerAmount {
  return typeof amount === 'bigint' && Number.isSafeInteger(ratio)
    ? amount * BigInt(ratio)
    : Number(amount) * ratio
}

export function isEmptyAmount(amount: LedgerAmount): boolean {
  return amount === 0n || amount === 0
}
