import { describe, expect, test } from 'vitest'
import { HOUR_SEC } from '../../lib/clock.ts'
import type { Watch } from '../model/watch.ts'
import { evaluateReadings } from './evaluate-readings.ts'
import { figuresAgree, type OpenHold } from './holds/stored-holds.ts'
import { listReadings } from './readings.ts'
import { type Reading, TOTAL } from './rules/guard.ts'
import { readGuardSettings } from './rules/settings.ts'
import { emptyHistory, explained, LEVEL, PRICE, readingOf, START_SEC } from './series-for-tests.ts'
import { toHolds } from './to-holds.ts'

const settings = readGuardSettings()
const NOW = START_SEC + 1_000 * HOUR_SEC
const options = { settings, nowSec: NOW }
const at = (hours: number) => NOW + hours * HOUR_SEC
const bare = (watch: Watch, value: number, hours: number): Reading =>
  readingOf(watch, 'a', at(hours), value)
const sure = (watch: Watch, value: number, hours: number): Reading =>
  explained(bare(watch, value, hours))
const VALUE: Watch = { ...PRICE, value: 'tvlUsd', nature: 'level', heldWith: 'record' }
const TOKENS: Watch = { ...VALUE, value: 'valueUsd' }

function openHold(reading: Reading, id = 'h'): OpenHold {
  const { watch, series, atSec, lines } = reading
  return {
    id,
    fact: watch.fact.name,
    series,
    atSec,
    figures: { [watch.value]: Object.fromEntries(lines) },
  }
}

describe('figuresAgree', () => {
  test.each<[string, Record<string, number>, Record<string, number>, boolean]>([
    ['5% apart', { '': 100 }, { '': 95 }, true],
    ['6% apart', { '': 100 }, { '': 94 }, false],
    ['another sign', { '': 100 }, { '': -100 }, false],
    [
      'the whole agrees, a section does not',
      { '': 100, staking: 10 },
      { '': 104, staking: 14 },
      false,
    ],
    [
      'a section under 1% does not count',
      { '': 100, staking: 0.2 },
      { '': 100, staking: 0.9 },
      true,
    ],
    ['a section that only one has', { '': 100 }, { '': 100, staking: 10 }, false],
  ])('default: %s', (_, one, other, expected) => {
    expect(figuresAgree(one, other, 5)).toBe(expected)
  })
})

describe('evaluateReadings', () => {
  test('behavior: agreement publishes a jump; eight days later it is chance', () => {
    for (const [hours, isHeld] of [
      [-1, false],
      [-8 * 24, true],
    ] as const) {
      const history = emptyHistory()
      history.load([bare(LEVEL, 10e6, -9 * 24), bare(LEVEL, 10e6, -1)])
      const { evaluated, confirmed } = evaluateReadings(
        [sure(LEVEL, 30e6, 0)],
        { ...history, open: [openHold(bare(LEVEL, 30.5e6, hours))] },
        options,
      )
      expect([evaluated[0]?.isHeld, confirmed.length]).toEqual([isHeld, isHeld ? 0 : 1])
    }
  })

  test('behavior: a second reading alone does not publish a jump that nothing explains', () => {
    const history = emptyHistory()
    history.load([bare(LEVEL, 10e6, -2)])
    const { evaluated, confirmed } = evaluateReadings(
      [bare(LEVEL, 30e6, 0)],
      { ...history, open: [openHold(bare(LEVEL, 30e6, -1))] },
      options,
    )
    expect([evaluated[0]?.isHeld, confirmed]).toEqual([true, []])
  })

  test('behavior: companions are confirmed together, or not at all', () => {
    for (const [tokensBefore, isHeld] of [
      [30e6, false],
      [20e6, true],
    ] as const) {
      const history = emptyHistory()
      history.load([bare(VALUE, 10e6, -2), bare(TOKENS, 10e6, -2)])
      const held = {
        ...openHold(bare(VALUE, 30e6, -1)),
        figures: { tvlUsd: { '': 30e6 }, valueUsd: { '': tokensBefore } },
      }
      const { evaluated } = evaluateReadings(
        [sure(VALUE, 30e6, 0), sure(TOKENS, 30e6, 0)],
        { ...history, open: [held] },
        options,
      )
      expect(evaluated.map((one) => one.isHeld)).toEqual([isHeld, isHeld])
    }
  })

  test('behavior: a hold tells all reasons once, the gravest guard first', () => {
    const history = emptyHistory()
    history.load([bare(VALUE, 10e6, -1), bare(TOKENS, 10e6, -1)])
    const { evaluated } = evaluateReadings(
      [bare(VALUE, 1e9, 0), bare(TOKENS, 1e9, 0)],
      history,
      options,
    )
    const holds = toHolds(evaluated)
    expect(holds).toMatchObject([
      { guard: 'unit-error', release: 'person', value: 1e9, servedValue: 10e6, state: 'held' },
    ])
    expect(holds[0]?.reason.match(/the decimals look wrong/g)).toHaveLength(2)
  })

  test('behavior: two protocols with exactly the same figure are both flagged', () => {
    const { evaluated } = evaluateReadings(
      [readingOf(LEVEL, 'a', NOW, 123_456.5), readingOf(LEVEL, 'b', NOW, 123_456.5)],
      emptyHistory(),
      options,
    )
    expect(
      evaluated.map(({ findings }) =>
        findings.map(({ guard, severity }) => `${guard} ${severity}`),
      ),
    ).toEqual([['duplicate flag'], ['duplicate flag']])
  })
})

test('behavior: rows become readings by series and timestamp; what is given twice counts once', () => {
  const row = (chain: string, tvlUsd: number | null, more: object = {}) => ({
    protocol: 'a',
    chain,
    section: 'tvl',
    atSec: 5,
    tvlUsd,
    ...more,
  })
  const rows = [
    row('base', 3),
    row('base', 3),
    row('ethereum', 4),
    row('ethereum', 5),
    row('optimism', null),
    row('scroll', 9, { quality: 'held' }),
    row('base', 1, { atSec: 6 }),
  ]
  const readings = listReadings(LEVEL, rows).map(({ reading }) => reading)
  expect(
    readings.map(({ atSec, lines, contradicted }) => [
      atSec,
      lines.get(TOTAL),
      lines.get('tvl'),
      contradicted,
    ]),
  ).toEqual([
    [5, 7, 7, ['ethereum/tvl']],
    [6, 1, 1, []],
  ])
})

test('error: a slip in the thresholds is named with its place', () => {
  const slip = { ...settings, drop: { ...settings.drop, release: 'time' } }
  expect(() => readGuardSettings(slip)).toThrow('data/guards.json: /drop/release')
})
