import { UsageError } from '../../../lib/errors.ts'
import type { Amount, SeenLending, SeenPool } from '../../model/observations.ts'
import {
  asRecord,
  asText,
  emptyReading,
  findNumber,
  type Output,
  type PlainRecord,
  type Reading,
  readNumber,
  requireFigures,
} from './output.ts'

const LENDING = [
  'totalSupplyUsd',
  'totalBorrowUsd',
  'apyBaseBorrow',
  'apyRewardBorrow',
  'ltv',
  'debtCeilingUsd',
  'borrowable',
  'mintedCoin',
]

/** The list of pools (adapters.md#shapes-of-modules), with the checks that collections make. */
export function readYieldOutput(output: Output): Reading {
  const reading = emptyReading()
  const list = output.parts[0]?.value
  if (!Array.isArray(list)) throw new UsageError('apy() must give a list of pools')
  const seen = new Set<string>()
  for (const [at, value] of list.entries()) {
    const pool = readPool(asRecord(value) ?? {}, `pool ${at + 1}`, output)
    if (seen.has(pool.pool))
      throw new UsageError(`the pool ${pool.pool} is given twice; its key must be its own`)
    seen.add(pool.pool)
    reading.observations.pools.push(pool)
    if (pool.apyRewardPct !== null && pool.apyRewardPct > 0 && pool.rewardTokens.length === 0)
      reading.warnings.push(`the pool ${pool.pool} pays rewards but names no rewardTokens`)
  }
  requireFigures(output, reading.observations.pools, 'pools')
  return reading
}

function readPool(pool: PlainRecord, place: string, output: Output): SeenPool {
  const key = asText(pool.pool)
  const chain = asText(pool.chain)
  if (key === null || chain === null) throw new UsageError(`${place} needs a pool key and a chain`)
  const where = `pool ${key}`
  const number = (name: string) => findNumber(pool[name], `${where}, ${name}`)
  const rates = {
    apyPct: number('apy'),
    apyBasePct: number('apyBase'),
    apyRewardPct: number('apyReward'),
  }
  if (Object.values(rates).every((rate) => rate === null))
    throw new UsageError(`${where} needs apy, apyBase or apyReward`)
  return {
    pool: key,
    project: asText(pool.project) ?? output.name,
    chain,
    symbol: asText(pool.symbol) ?? '',
    poolMeta: asText(pool.poolMeta),
    url: asText(pool.url) ?? asText(output.outline.url),
    underlyingTokens: tokens(pool.underlyingTokens),
    rewardTokens: tokens(pool.rewardTokens),
    atSec: output.atSec,
    held: [{ usd: readNumber(pool.tvlUsd, `${where}, tvlUsd`) }],
    ...rates,
    volume1d: dollars(number('volumeUsd1d')),
    volume7d: dollars(number('volumeUsd7d')),
    pricePerShare: number('pricePerShare'),
    kind: isLending(pool) ? 'lending' : null,
    lending: isLending(pool) ? readLending(pool, number) : null,
  }
}

function isLending(pool: PlainRecord): boolean {
  return LENDING.some((name) => pool[name] !== undefined && pool[name] !== null)
}

function readLending(pool: PlainRecord, number: (name: string) => number | null): SeenLending {
  return {
    supplied: dollars(number('totalSupplyUsd')),
    borrowed: dollars(number('totalBorrowUsd')),
    debtCeilingUsd: number('debtCeilingUsd'),
    apyBaseBorrowPct: number('apyBaseBorrow'),
    apyRewardBorrowPct: number('apyRewardBorrow'),
    ltv: number('ltv'),
    borrowable: typeof pool.borrowable === 'boolean' ? pool.borrowable : null,
    mintedCoin: asText(pool.mintedCoin),
    borrowFactor: number('borrowFactor'),
  }
}

function dollars(usd: number | null): Amount[] | null {
  return usd === null ? null : [{ usd }]
}

function tokens(value: unknown): string[] {
  return Array.isArray(value) ? value.flatMap((item) => asText(item) ?? []) : []
}
