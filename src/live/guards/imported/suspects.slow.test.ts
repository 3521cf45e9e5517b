import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { NOW_SEC, TestApp } from '../../../../test/support/test-app.ts'
import { dimensionsWatch } from '../../../domains/dimensions/watch.ts'
import { tvlWatch } from '../../../domains/tvl/watch.ts'
import { yieldsWatch } from '../../../domains/yields/watch.ts'
import { DAY_SEC, HOUR_SEC } from '../../../lib/clock.ts'
import { importFiles } from '../../../runs/import/import-files.ts'
import { seriesOf, type Watch } from '../../model/watch.ts'
import { listReadings } from '../readings.ts'
import { readGuardSettings } from '../rules/settings.ts'
import { checkSeries } from './check-series.ts'
import { guardImport } from './guard-import.ts'

const settings = readGuardSettings()
const SERIES = 60
const POINTS = 120
let app: TestApp

beforeAll(async () => {
  app = await TestApp.start()
})

afterAll(() => app.stop())

type Row = Record<string, unknown> & { atSec: number }

/** Figures of a linear congruential generator: the same at every run. */
function createRandom(seed: number): () => number {
  let state = seed
  return () => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
    return state / 2_147_483_648
  }
}

/** A walk with spikes, drops, slips of decimals, lasting levels and records that are missing. */
function walk(random: () => number, start: number): (number | undefined)[] {
  let level = start
  const faults: [below: number, value: () => number | undefined][] = [
    [0.03, () => level * (1 + random() * 9)],
    [0.05, () => level * random()],
    [0.06, () => level * 100],
    [0.065, () => 0],
    [0.09, () => undefined],
  ]
  return Array.from({ length: POINTS }, () => {
    const event = random()
    level *= 0.97 + random() * 0.06
    if (event < 0.01) level *= random() < 0.5 || level < 1e4 ? 4 : 0.2
    const fault = faults.find(([below]) => event < below)
    return fault === undefined ? level : fault[1]()
  })
}

function tvlRows(random: () => number, name: string, stepSec: number): Row[] {
  return [
    ['ethereum', 'tvl'],
    ['base', 'tvl'],
    ['ethereum', 'staking'],
  ].flatMap(([chain, section], part) =>
    walk(random, 10 ** (3 + random() * 4)).flatMap((tvlUsd, index) =>
      tvlUsd === undefined || (part > 0 && random() < 0.05)
        ? []
        : [{ protocol: name, chain, section, atSec: NOW_SEC - (POINTS - index) * stepSec, tvlUsd }],
    ),
  )
}

function feeRows(random: () => number, name: string): Row[] {
  return ['ethereum', 'base'].flatMap((chain) =>
    walk(random, 10 ** (3 + random() * 5)).flatMap((valueUsd, index) =>
      valueUsd === undefined
        ? []
        : [
            {
              metric: 'fees',
              protocol: name,
              dataType: 'dailyFees',
              version: '',
              chain,
              label: '',
              atSec: Math.floor(NOW_SEC / DAY_SEC) * DAY_SEC - (POINTS - index) * DAY_SEC,
              valueUsd: random() < 0.01 ? -valueUsd : valueUsd,
            },
          ],
    ),
  )
}

function poolRows(random: () => number, name: string): Row[] {
  const apys = walk(random, 5)
  return walk(random, 10 ** (4 + random() * 4)).flatMap((tvlUsd, index) =>
    tvlUsd === undefined
      ? []
      : [
          {
            pool: name,
            atSec: NOW_SEC - (POINTS - index) * HOUR_SEC,
            // What the fact itself holds is not for guards.
            tvlUsd: Math.min(4e10, Math.max(1_000, tvlUsd)),
            apyPct: apys[index] ?? 5,
          },
        ],
  )
}

/** What guards hold when every reading is checked, none left out by a condition in the engine. */
function heldOf(watches: readonly Watch[], fact: string, rows: readonly Row[]): string[] {
  const own = watches.filter((watch) => watch.fact.name === fact)
  const [first] = own
  if (first === undefined) throw new Error(`nobody watches ${fact}`)
  const held = [...Map.groupBy(rows, (row) => seriesOf(first, row)).values()].flatMap((series) => {
    const timestamps = [...Map.groupBy(series, ({ atSec }) => atSec)]
      .sort(([a], [b]) => a - b)
      .map(([atSec, at]) => ({
        atSec,
        readings: own.flatMap((watch) => listReadings(watch, at).map(({ reading }) => reading)),
        isNew: true,
        isChecked: true,
      }))
    return checkSeries(timestamps, { settings, nowSec: NOW_SEC })
  })
  const places = held
    .filter(({ isHeld }) => isHeld)
    .map(({ reading: { series, atSec } }) => `${series} ${atSec}`)
  return [...new Set(places)].sort()
}

test.each<[string, readonly Watch[], (random: () => number, name: string) => Row[]]>([
  ['tvl', tvlWatch, (random, name) => tvlRows(random, name, HOUR_SEC)],
  ['tvl', tvlWatch, (random, name) => tvlRows(random, `daily ${name}`, DAY_SEC)],
  ['tvl', tvlWatch, (random, name) => tvlRows(random, `weekly ${name}`, 7 * DAY_SEC)],
  ['dimension_days', dimensionsWatch, feeRows],
  ['yield_samples', yieldsWatch, poolRows],
])('behavior: what the engine picks of %s is all that guards hold', async (fact, watches, make) => {
  const random = createRandom(fact.length)
  const rows = Array.from({ length: SERIES }, (_, index) =>
    make(random, `00000000-0000-4000-8000-${String(index).padStart(12, '0')}`),
  ).flat()
  const expected = heldOf(watches, fact, rows)
  const path = join(app.dataDir, 'random.json')
  await writeFile(path, JSON.stringify(rows))
  const { store, clock } = app.app
  const found: string[] = []
  const options = { fact, files: [path], rejectsDir: app.dataDir }
  const summary = await importFiles(store, clock, options, async (staged) => {
    const guarded = await guardImport(staged, watches, settings)
    found.push(...guarded.holds.map(({ series, atSec }) => `${series} ${atSec}`))
    return guarded
  })
  expect(summary.rejected).toBe(0)
  expect(expected.length).toBeGreaterThan(50)
  const missed = expected.filter((place) => !found.includes(place))
  const more = found.filter((place) => !expected.includes(place))
  expect({ missed, more }).toEqual({ missed: [], more: [] })
})
