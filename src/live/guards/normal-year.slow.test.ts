import { expect, test } from 'vitest'
import type { Watch } from '../model/watch.ts'
import { evaluateReadings } from './evaluate-readings.ts'
import type { OpenHold } from './holds/stored-holds.ts'
import type { Reading } from './rules/guard.ts'
import { readGuardSettings } from './rules/settings.ts'
import {
  createChance,
  dailyFlow,
  emptyHistory,
  explained,
  FLOW,
  hourlyLevel,
  LEVEL,
  readingOf,
  START_SEC,
  stepOf,
} from './series-for-tests.ts'

const LEVEL_SIZES = [50e3, 500e3, 3e6, 20e6, 150e6, 1e9, 8e9, 50e9]
const FLOW_SIZES = [50e3, 300e3, 1e6, 4e6, 20e6, 100e6, 700e6, 5e9]
const SETTINGS = readGuardSettings()
const MAX_HELD_SHARE = 0.005
// A flag keeps nothing back; it is only worth reading while it is rare.
const MAX_FLAGGED_SHARE = 0.01

/**
 * Replays a series, one run for each reading: the first part is history, and what a second
 * reading confirms is released.
 */
function replay(
  watch: Watch,
  name: string,
  values: readonly number[],
  known: number,
): { points: number; held: number; flagged: number } {
  const readings = values.map(
    // Of tokens whose contracts state their supply, as on a chain.
    (value, index): Reading =>
      explained(readingOf(watch, name, START_SEC + index * stepOf(watch), value)),
  )
  const history = emptyHistory()
  history.load(readings.slice(0, known))
  const counts = { points: 0, held: 0, flagged: 0 }
  let open: (OpenHold & { reading: Reading })[] = []
  for (const reading of readings.slice(known)) {
    const { evaluated, confirmed } = evaluateReadings(
      [reading],
      { ...history, open },
      { settings: SETTINGS, nowSec: reading.atSec },
    )
    history.load(open.filter((hold) => confirmed.includes(hold)).map((hold) => hold.reading))
    open = open.filter((hold) => !confirmed.includes(hold))
    counts.points++
    const [one] = evaluated
    if (one?.isHeld) counts.held++
    else if (one !== undefined && one.findings.length > 0) counts.flagged++
    if (one?.isHeld && one.causes.every(({ release }) => release === 'agreement'))
      open.push(openHold(reading))
  }
  return counts
}

function openHold(reading: Reading): OpenHold & { reading: Reading } {
  const { watch, series, atSec, lines } = reading
  return {
    id: String(atSec),
    fact: watch.fact.name,
    series,
    atSec,
    figures: { [watch.value]: Object.fromEntries(lines) },
    reading,
  }
}

function replayMany(
  watch: Watch,
  count: number,
  make: (chance: () => number, size: number) => number[],
) {
  const sizes = watch.nature === 'flow' ? FLOW_SIZES : LEVEL_SIZES
  const sum = { points: 0, held: 0, flagged: 0 }
  for (let index = 0; index < count; index++) {
    const values = make(createChance(1_000 + index), sizes[index % sizes.length] ?? 0)
    const one = replay(watch, `series-${index}`, values, watch.nature === 'flow' ? 31 : 8 * 24)
    sum.points += one.points
    sum.held += one.held
    sum.flagged += one.flagged
  }
  return sum
}

// A point that was held counts even though a second reading released it; a person never comes.
test('behavior: of a normal year of 50 hourly values at most 0.5% of the points are held', () => {
  const { points, held, flagged } = replayMany(LEVEL, 50, (chance, size) =>
    hourlyLevel(chance, size, 8 * 24 + 8_760),
  )
  expect(points).toBe(50 * 8_760)
  expect(held / points).toBeLessThanOrEqual(MAX_HELD_SHARE)
  expect(flagged / points).toBeLessThanOrEqual(MAX_FLAGGED_SHARE)
})

test('behavior: of a normal year of 100 daily volumes at most 0.5% of the points are held', () => {
  const { points, held, flagged } = replayMany(FLOW, 100, (chance, size) =>
    dailyFlow(chance, size, 31 + 365),
  )
  expect(points).toBe(100 * 365)
  expect(held / points).toBeLessThanOrEqual(MAX_HELD_SHARE)
  expect(flagged / points).toBeLessThanOrEqual(MAX_FLAGGED_SHARE)
})
