import { expect, test } from 'vitest'
import { renderBody } from '../../../http/rendered.ts'
import { EMPTY_SERIES } from '../derive/apy-series.ts'
import { poolFigures } from '../derive/pool-figures.ts'
import { NO_DAYS } from '../derive/running-figures.ts'
import { id, poolRow, sampleRow } from '../facts-for-tests.ts'
import type { ListedPool } from './listed-pools.ts'
import { poolItem } from './pool-items.ts'
import { wrap } from './pool-shapes.ts'
import { joinPools, WrittenPools } from './written-pools.ts'

const EVERYTHING = { leastPct: 0, mostPct: 100 }

/** A pool with one record, of a yield. */
function listed(number: number, apyPct: number): ListedPool {
  const description = poolRow(id(number), {
    symbol: 'USDC-WETH',
    underlyingTokens: ['0xé'],
  }) as unknown as ListedPool['description']
  const newest = sampleRow(id(number), 86_400, {
    apyPct,
    volume1dUsd: 0.123456,
  }) as unknown as ListedPool['history']['newest']
  const past = {
    newest,
    closed: NO_DAYS,
    recent: EMPTY_SERIES,
    near: EMPTY_SERIES,
    nearUntilSec: 0,
  }
  const traits = { isStable: false, exposure: 'multi', ilRisk: 'yes' } as const
  return {
    ...{
      description,
      lending: undefined,
      tvlUsd: newest.tvlUsd,
      chain: 'Ethereum',
      project: 'example-swap',
      traits,
    },
    history: { ...past, figures: poolFigures(past) },
  }
}

const written = (kept: WrittenPools, pools: ListedPool[], bounds = EVERYTHING) =>
  renderBody(joinPools(kept, pools, bounds))
const plain = (pools: ListedPool[], bounds = EVERYTHING) =>
  JSON.stringify(wrap(pools.map((pool) => poolItem(pool, bounds))))

test('default: what is joined is what writing the list at once gives, also when pools are kept', () => {
  const kept = new WrittenPools()
  const [one, two] = [listed(1, 5.1234567), listed(2, 7)]
  for (const pools of [[one, two], [two, one], [two], []])
    expect(written(kept, pools)).toBe(plain(pools))
})

test('behavior: a pool is written again when anything of it changes', () => {
  const kept = new WrittenPools()
  const pool = listed(1, 5)
  expect(written(kept, [pool])).toBe(plain([pool]))
  const changed: ListedPool[] = [
    { ...pool, traits: { ...pool.traits, isStable: true } },
    { ...pool, project: 'new-name' },
    { ...pool, description: { ...pool.description, poolMeta: 'a note' } },
    { ...pool, history: listed(1, 6).history },
  ]
  for (const each of changed) {
    expect(written(kept, [each])).toBe(plain([each]))
    expect(written(kept, [each])).not.toBe(plain([pool]))
  }
  const bounds = { leastPct: 0, mostPct: 1 }
  expect(written(kept, [pool], bounds)).toBe(plain([pool], bounds))
  expect(written(kept, [pool])).toBe(plain([pool]))
})
