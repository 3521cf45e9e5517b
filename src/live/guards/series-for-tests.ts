import { DAY_SEC, HOUR_SEC } from '../../lib/clock.ts'
import { NO_EVIDENCE } from '../../sources/model/price-book.ts'
import { defineFact } from '../../store/fact.ts'
import { nameOf, type ReadingInput, type Watch } from '../model/watch.ts'
import type { History } from './evaluate-readings.ts'
import { type Reading, TOTAL } from './rules/guard.ts'
import { SeriesPast } from './series-past.ts'

const fact = (name: string) =>
  defineFact({ name, describe: name, key: {}, time: 'atSec', values: {} })

/** Watches like those of the domains; only their declarations count here. */
export const LEVEL: Watch = {
  fact: fact('tvl'),
  series: ['protocol'],
  value: 'tvlUsd',
  parts: ['chain', 'section'],
  split: 'section',
  nature: 'level',
  unit: 'usd',
  owner: 'protocol',
}
export const FLOW: Watch = {
  fact: fact('dimension_days'),
  series: ['protocol'],
  value: 'valueUsd',
  parts: ['chain'],
  nature: 'flow',
  unit: 'usd',
  owner: 'protocol',
  signed: true,
}
export const PRICE: Watch = {
  fact: fact('prices'),
  series: ['coin'],
  value: 'priceUsd',
  parts: [],
  nature: 'price',
  unit: 'usd',
}

/** Numbers from 0 up to 1 that look like chance and are the same for the same seed. */
export function createChance(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}

/**
 * A draw of mean 0 and spread 1 whose tails are heavier than normal (Student's t with 4 degrees of
 * freedom).
 */
function shock(chance: () => number): number {
  const normal = () => Math.sqrt(-2 * Math.log(1 - chance())) * Math.cos(2 * Math.PI * chance())
  const squares = [normal(), normal(), normal(), normal()].reduce((sum, one) => sum + one * one, 0)
  return normal() / Math.sqrt(squares / 4) / Math.SQRT2
}

/**
 * Hourly value: a walk of about 3% a day that is calmer on weekends, with a deposit or withdrawal
 * of up to a third every few
 * weeks, and once in two years one that more than doubles or halves it. */
export function hourlyLevel(chance: () => number, size: number, hours: number): number[] {
  const values: number[] = []
  let log = Math.log(size)
  for (let hour = 0; hour < hours; hour++) {
    const isWeekend = Math.floor(hour / 24) % 7 >= 5
    log += shock(chance) * (isWeekend ? 0.004 : 0.006) + (Math.log(size) - log) * 0.0005
    if (chance() < 1 / 600) log += (chance() - 0.5) * 0.6
    if (chance() < 1 / 17_520) log += (chance() < 0.5 ? -1 : 1) * (0.5 + chance())
    values.push(Math.exp(log))
  }
  return values
}

/**
 * Daily volume: good and bad weeks, days that differ by half as a rule, weekends of two thirds, and
 * now and then a day of many times.
 */
export function dailyFlow(chance: () => number, size: number, days: number): number[] {
  const values: number[] = []
  let mood = 0
  for (let day = 0; day < days; day++) {
    mood = mood * 0.85 + shock(chance) * 0.25
    const weekend = day % 7 >= 5 ? Math.log(0.65) : 0
    const event = chance() < 0.01 ? Math.log(2 + chance() * 6) : 0
    values.push(Math.exp(Math.log(size) + mood + weekend + shock(chance) * 0.3 + event))
  }
  return values
}

export const START_SEC = 1_735_689_600

/** A reading of a watch, its value spread over chains and sections by fixed shares. */
export function readingOf(watch: Watch, name: string, atSec: number, value: number): Reading {
  const series = JSON.stringify({ [watch.series[0] ?? '']: name })
  const shares: [string, string, number][] =
    watch === LEVEL
      ? [
          ['ethereum/tvl', 'tvl', 0.5],
          ['arbitrum/tvl', 'tvl', 0.25],
          ['base/tvl', 'tvl', 0.15],
          ['ethereum/staking', 'staking', 0.1],
        ]
      : watch === FLOW
        ? [
            ['ethereum', '', 0.7],
            ['base', '', 0.3],
          ]
        : [['', '', 1]]
  const lines = new Map([[TOTAL, value]])
  if (watch === LEVEL)
    for (const [, line, share] of shares) lines.set(line, (lines.get(line) ?? 0) + value * share)
  const parts = new Map(shares.map(([part, , share]) => [part, value * share]))
  return { watch, series, atSec, lines, parts, contradicted: [], inputs: [] }
}

/** An amount behind a reading; what is not said of it is not known. */
export function inputOf(more: Partial<ReadingInput> = {}): ReadingInput {
  return {
    ...NO_EVIDENCE,
    coin: 'local:0xa',
    symbol: 'COIN',
    tokens: 1,
    valueUsd: 1,
    priceUsd: 1,
    priceSec: null,
    confidence: null,
    decimals: null,
    series: {},
    atSec: 0,
    line: 'tvl',
    ...more,
  }
}

/** The reading, of a token whose contract states a supply that has room for it. */
export function explained(reading: Reading): Reading {
  const value = reading.lines.get(TOTAL) ?? 0
  const input = inputOf({ tokens: value, valueUsd: value, supplyTokens: value * 10, confidence: 1 })
  return { ...reading, inputs: [input] }
}

/** How far apart the readings of a watch are. */
export function stepOf(watch: Watch): number {
  return watch.nature === 'flow' ? DAY_SEC : HOUR_SEC
}

/** A past without a store, in which readings can be put. */
export function emptyHistory(): History & { load(readings: readonly Reading[]): void } {
  const pasts = new Map<string, SeriesPast>()
  const pastOf = (watch: Watch, series: string): SeriesPast => {
    const name = `${nameOf(watch)} ${series}`
    const past = pasts.get(name) ?? new SeriesPast()
    pasts.set(name, past)
    return past
  }
  const load = (readings: readonly Reading[]): void => {
    for (const { watch, series, atSec, lines, parts } of readings)
      pastOf(watch, series).load({ atSec, lines: [...lines], isCarried: false, parts })
  }
  return { pastOf, load, open: [] }
}
