import { GATEWAY_ORIGIN } from '../../own-hosts.ts'
import { USD_KEY } from './usd-key.ts'

interface PriceRecord {
  price: number
  symbol?: string
  decimals?: number
  confidence?: number
}

const MIN_CONFIDENCE = 0.5

/** Dollars of a ledger by token symbol, at the service's prices (semantics 2.2). */
export async function valueInUsd(
  balances: Record<string, string | number>,
  timestamp: number | undefined,
): Promise<Record<string, number>> {
  const coins = Object.keys(balances).filter((coin) => coin !== USD_KEY)
  const prices = coins.length === 0 ? {} : await lookUp(coins, timestamp)
  const usd: Record<string, number> = {}
  for (const [coin, amount] of Object.entries(balances)) {
    if (coin === USD_KEY) usd.USD = (usd.USD ?? 0) + Number(amount)
    const record = prices[coin]
    if (record === undefined || (record.confidence ?? 1) < MIN_CONFIDENCE) continue
    const symbol = record.symbol ?? coin
    usd[symbol] =
      (usd[symbol] ?? 0) + (Number(amount) / 10 ** (record.decimals ?? 0)) * record.price
  }
  return usd
}

async function lookUp(
  coins: string[],
  timestamp: number | undefined,
): Promise<Record<string, PriceRecord>> {
  const response = await fetch(`${GATEWAY_ORIGIN}/prices`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ coins, timestamp }),
  })
  if (!response.ok) throw new Error(`prices: ${await response.text()}`)
  return ((await response.json()) as { coins: Record<string, PriceRecord> }).coins
}
