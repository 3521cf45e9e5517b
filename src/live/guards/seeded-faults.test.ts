import { describe, expect, test } from 'vitest'
import { DAY_SEC, HOUR_SEC } from '../../lib/clock.ts'
import type { Watch } from '../model/watch.ts'
import { type EvaluatedReading, evaluateReadings } from './evaluate-readings.ts'
import { type GuardName, type Reading, TOTAL } from './rules/guard.ts'
import { readGuardSettings } from './rules/settings.ts'
import {
  createChance,
  dailyFlow,
  emptyHistory,
  FLOW,
  hourlyLevel,
  inputOf,
  LEVEL,
  PRICE,
  readingOf,
  START_SEC,
  stepOf,
} from './series-for-tests.ts'

const SETTINGS = readGuardSettings()
const FAULTS_OF_A_KIND = 200
const SIZES: Readonly<Record<string, readonly number[]>> = {
  level: [50e3, 400e3, 3e6, 25e6, 300e6, 4e9, 50e9],
  flow: [50e3, 400e3, 3e6, 25e6, 300e6, 2e9],
  price: [0.0001, 0.02, 1, 45, 3_000, 90_000],
}

/**
 * A series as it would be when the fault comes: its past is known, `next` is what the coming
 * reading should say.
 */
interface Scene {
  watch: Watch
  name: string
  size: number
  next: Reading
  past: Reading[]
  chance: () => number
}

/**
 * What is read in place of the right reading: one faulty reading, or several in a row; null where
 * the fault would change nothing of weight.
 */
type Fault = (scene: Scene) => Reading[] | null

const within = ({ chance }: Scene, least: number, most: number) =>
  Math.exp(Math.log(least) + chance() * Math.log(most / least))
const total = (reading: Reading) => reading.lines.get(TOTAL) ?? 0
const times = (scene: Scene, factor: number) => [
  readingOf(scene.watch, scene.name, scene.next.atSec, total(scene.next) * factor),
]

/** The reading without a part, or with another figure for it. */
function withPart(reading: Reading, part: string, value: number | null): Reading {
  const parts = new Map(reading.parts)
  const change = (value ?? 0) - (parts.get(part) ?? 0)
  if (value === null) parts.delete(part)
  else parts.set(part, value)
  const section = part.split('/')[1]
  const lines = new Map(
    [...reading.lines].map(([name, sum]) => [
      name,
      name === TOTAL || name === section ? sum + change : sum,
    ]),
  )
  return { ...reading, parts, lines }
}

const pick = ({ chance }: Scene, parts: readonly string[]): string =>
  parts[Math.floor(chance() * parts.length)] ?? ''
const partsOf = ({ watch }: Scene): string[] =>
  watch === LEVEL
    ? ['ethereum/tvl', 'arbitrum/tvl', 'base/tvl', 'ethereum/staking']
    : ['ethereum', 'base']

/** As much again, at a price that is days old. */
function outdatedInput(scene: Scene) {
  const atSec = scene.next.atSec - Math.round(within(scene, 2.1, 200) * DAY_SEC)
  const outdated = { priceUsd: 1, atSec }
  return inputOf({ tokens: total(scene.next), valueUsd: null, priceUsd: null, outdated })
}

const KINDS: Readonly<Record<GuardName, { watches: readonly Watch[]; fault: Fault }>> = {
  bounds: {
    watches: [LEVEL, FLOW, PRICE],
    fault: (scene) => {
      const most = SETTINGS.bounds.by[scene.watch.nature]?.most ?? 0
      const value = scene.chance() < 0.2 ? Number.NaN : within(scene, most * 1.01, most * 1e6)
      return [readingOf(scene.watch, scene.name, scene.next.atSec, value)]
    },
  },
  // From a quarter above the limit up, since the week's median may stand a little above the last
  // reading.
  spike: {
    watches: [LEVEL, FLOW, PRICE],
    fault: (scene) => {
      const factor = scene.watch === FLOW ? within(scene, 20, 900) : within(scene, 2.5, 30)
      const value = total(scene.next) * factor
      // tvl.md#records ignores what stays small: under 1 M, and a jump of less than ×5 up to 10 M.
      const isSmall =
        scene.watch !== PRICE &&
        (value < 1e6 || (scene.watch === LEVEL && value <= 1e7 && factor < 6.5))
      return isSmall ? null : times(scene, factor)
    },
  },
  drop: {
    watches: [LEVEL, FLOW, PRICE],
    fault: (scene) => {
      if (scene.watch !== PRICE && scene.size < 200e3) return null
      if (scene.watch === FLOW) return times(scene, scene.chance() * 0.02)
      // Half of a reading that had just doubled would be nothing strange: what is lost is lost from
      // the last one.
      const last = total(scene.past.at(-1) ?? scene.next)
      return [readingOf(scene.watch, scene.name, scene.next.atSec, last * scene.chance() * 0.45)]
    },
  },
  'vanished-part': {
    watches: [LEVEL, FLOW],
    fault: (scene) =>
      scene.size < 200e3 ? null : [withPart(scene.next, pick(scene, partsOf(scene)), null)],
  },
  stale: {
    watches: [LEVEL, FLOW, PRICE],
    fault: (scene) => {
      const { watch, name, next } = scene
      const draw = scene.chance()
      if (draw < 0.3)
        return [{ ...next, atSec: next.atSec + Math.round(within(scene, 2, 90) * DAY_SEC) }]
      if (draw < 0.6) return [{ ...next, inputs: [outdatedInput(scene)] }]
      const count = watch === FLOW ? 4 : 26
      return Array.from({ length: count }, (_, index) =>
        readingOf(watch, name, next.atSec + index * stepOf(watch), total(next)),
      )
    },
  },
  unpriced: {
    watches: [LEVEL],
    fault: (scene) =>
      scene.size < 200e3 ? null : [withPart(scene.next, pick(scene, partsOf(scene)), 0)],
  },
  'new-listing': {
    watches: [LEVEL, FLOW, PRICE],
    fault: (scene) => {
      const cap = SETTINGS['new-listing'].by[scene.watch.nature]?.most ?? 0
      return [
        readingOf(
          scene.watch,
          `${scene.name}-new`,
          scene.next.atSec,
          within(scene, cap * 1.01, cap * 100),
        ),
      ]
    },
  },
  'unit-error': {
    watches: [LEVEL, FLOW, PRICE],
    fault: (scene) => {
      const power = 2 + Math.floor(scene.chance() * 17)
      return times(scene, 10 ** (scene.chance() < 0.5 ? power : -power))
    },
  },
  'sign-error': { watches: [LEVEL, FLOW, PRICE], fault: (scene) => times(scene, -1) },
  duplicate: {
    watches: [LEVEL, FLOW],
    fault: (scene) => {
      if (scene.size < 200e3 || scene.chance() < 0.5)
        return [{ ...scene.next, contradicted: [pick(scene, partsOf(scene))] }]
      return [
        scene.next,
        readingOf(scene.watch, `${scene.name}-copy`, scene.next.atSec, total(scene.next)),
      ]
    },
  },
}

function makeScene(watch: Watch, seed: number): Scene {
  const chance = createChance(seed)
  const sizes = SIZES[watch.nature] ?? []
  const size = sizes[Math.floor(chance() * sizes.length)] ?? 0
  const values =
    watch.nature === 'flow' ? dailyFlow(chance, size, 40) : hourlyLevel(chance, size, 10 * 24)
  const name = `series-${seed}`
  const readings = values.map((value, index) =>
    readingOf(watch, name, START_SEC + index * stepOf(watch), value),
  )
  const next = readings.pop()
  if (next === undefined) throw new Error('a series has readings')
  return { watch, name, size, next, past: readings, chance }
}

/** The readings of one fault, evaluated by a run of their own each as a source would bring them. */
function evaluateFault(scene: Scene, readings: readonly Reading[]): EvaluatedReading[] {
  const history = emptyHistory()
  history.load(scene.past)
  const others = readings.filter((reading) => reading.series !== scene.next.series)
  if (others.length > 0 && readings.length > 1)
    history.load(scene.past.map((one) => ({ ...one, series: others[0]?.series ?? '' })))
  const runs = [...Map.groupBy(readings, ({ atSec }) => atSec).values()]
  const nowSec = scene.next.atSec + HOUR_SEC / 4
  return runs.flatMap(
    (run) =>
      evaluateReadings(run, history, {
        settings: SETTINGS,
        nowSec: Math.max(nowSec, runs.length > 1 ? (run[0]?.atSec ?? 0) : 0),
      }).evaluated,
  )
}

/**
 * Seeds faults of one kind until there are enough: how many were held, flagged, or published
 * without a word.
 */
function seed(kind: GuardName) {
  const { watches, fault } = KINDS[kind]
  const counts = { held: 0, flagged: 0, silent: 0, named: 0 }
  for (let index = 0; counts.held + counts.flagged + counts.silent < FAULTS_OF_A_KIND; index++) {
    const watch = watches[index % watches.length]
    if (watch === undefined) throw new Error('a kind has watches')
    const scene = makeScene(watch, index * 31 + kind.length * 7_919)
    const readings = fault(scene)
    if (readings === null) continue
    const evaluated = evaluateFault(scene, readings)
    const findings = evaluated.flatMap((one) => one.findings)
    if (findings.some((finding) => finding.guard === kind)) counts.named++
    if (evaluated.some(({ isHeld }) => isHeld)) counts.held++
    else if (findings.length > 0) counts.flagged++
    else counts.silent++
  }
  return counts
}

describe('2,000 seeded faults of ten kinds', () => {
  // `named`: the guard of that very kind was among those that spoke. Nothing passes silently.
  test.each<[GuardName, ReturnType<typeof seed>]>([
    ['bounds', { held: 200, flagged: 0, silent: 0, named: 200 }],
    ['spike', { held: 198, flagged: 2, silent: 0, named: 200 }],
    ['drop', { held: 200, flagged: 0, silent: 0, named: 200 }],
    ['vanished-part', { held: 124, flagged: 76, silent: 0, named: 200 }],
    ['stale', { held: 123, flagged: 77, silent: 0, named: 200 }],
    ['unpriced', { held: 139, flagged: 61, silent: 0, named: 200 }],
    ['new-listing', { held: 200, flagged: 0, silent: 0, named: 200 }],
    ['unit-error', { held: 200, flagged: 0, silent: 0, named: 199 }],
    ['sign-error', { held: 200, flagged: 0, silent: 0, named: 200 }],
    ['duplicate', { held: 107, flagged: 93, silent: 0, named: 200 }],
  ])('behavior: %s', (kind, expected) => {
    expect(seed(kind)).toEqual(expected)
  })
})
