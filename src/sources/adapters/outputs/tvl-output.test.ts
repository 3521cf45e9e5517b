import { expect, test } from 'vitest'
import type { Outline } from '../messages.ts'
import { outputOf, response } from './output-for-tests.ts'
import { readHallmarks, readTvlOutput } from './tvl-output.ts'

const A = '0xAbCdEf0000000000000000000000000000000001'
const a = A.toLowerCase()

const amounts = (value: Parameters<typeof response>[0], section = 'tvl') =>
  readTvlOutput(outputOf([response(value, { section })])).observations.holdings.map(
    ({ amount }) => amount,
  )

test('default: every key of a ledger is a holding of its section', () => {
  const { observations } = readTvlOutput(
    outputOf(
      [
        response(
          { balances: { [`bsc:${A}`]: '5' }, labels: {} },
          { chain: 'bsc', section: 'ownTokens' },
        ),
      ],
      { methodology: ' Held. ' },
    ),
  )
  expect(observations.holdings).toEqual([
    {
      protocol: '7',
      chain: 'bsc',
      section: 'OwnTokens',
      amount: { coin: `bsc:${a}`, raw: 5n },
      atSec: 2000,
    },
  ])
  expect(observations.methods).toEqual([
    { protocol: '7', metric: 'tvl', dataType: 'tvl', label: '', methodology: 'Held.' },
  ])
})

test('behavior: keys are chains with addresses, addresses alone, and ids of aggregators whatever they are called', () => {
  expect(
    amounts({
      [`ethereum:${A}`]: 1n,
      [A]: '2',
      'market:bitcoin': 1.5,
      tether: '2.5',
      'aggregator:dai': 3,
      usd: 4.5,
    }),
  ).toEqual([
    { coin: `ethereum:${a}`, raw: 1n },
    { coin: `ethereum:${a}`, raw: 2n },
    { coin: 'aggregator:bitcoin', tokens: 1.5 },
    { coin: 'aggregator:tether', tokens: 2.5 },
    { coin: 'aggregator:dai', tokens: 3 },
    { usd: 4.5 },
  ])
  // Addresses of other chains are distinguished by case.
  expect(amounts({ 'solana:So11111111111111111111111111111111111111112': '9' })).toEqual([
    { coin: 'solana:So11111111111111111111111111111111111111112', raw: 9n },
  ])
})

test('behavior: amounts may be numbers, texts and fractions; nothing is left out', () => {
  // 10²¹ is no safe integer; a fraction of a smallest unit comes from a division and is cut off.
  expect(amounts({ [A]: 1e21 })).toEqual([{ coin: `ethereum:${a}`, raw: 10n ** 21n }])
  expect(amounts({ [A]: '12345678901234567890123.7' })).toEqual([
    { coin: `ethereum:${a}`, raw: 12345678901234567890123n },
  ])
  expect(amounts({ [A]: '0', tether: 0, [`bsc:${A}`]: null, usd: 1 })).toEqual([{ usd: 1 }])
  expect(amounts(12.5, 'fetch')).toEqual([{ usd: 12.5 }])
})

test('behavior: an unknown section, and a chain that holds nothing, are left out and named', () => {
  const { observations, warnings } = readTvlOutput(
    outputOf([
      response({ [A]: 1 }, { section: 'moon' }),
      response({}, { section: 'tvl', chain: 'bsc' }),
      response({}, { section: 'staking' }),
      response({ usd: 5 }, { section: 'tvl' }),
    ]),
  )
  const unknown = 'ethereum.moon is not a known section and was left out'
  expect(observations.holdings.map(({ amount }) => amount)).toEqual([{ usd: 5 }])
  expect(warnings).toEqual([unknown])
  expect(observations.gaps).toEqual([
    { of: '7', what: unknown },
    { of: '7', what: 'bsc.tvl is empty and counts for nothing' },
  ])
})

test('error: a module that gives no balances at all has failed: nothing is not 0', () => {
  for (const value of [{}, { [A]: '0' }, { balances: {}, labels: {} }])
    expect(() => amounts(value)).toThrow('it gave no balances for ethereum.tvl; nothing is stored')
  // A 0 that it states is one.
  expect(amounts(0)).toEqual([{ usd: 0 }])
})

test('behavior: events come along, and one that cannot be read costs no figure', () => {
  const hallmarks = [
    ['2022-04-20', 'V2 opens'],
    ['soon', 'V3 opens'],
  ]
  const { observations, warnings } = readTvlOutput(
    outputOf([response({ [A]: 1 }, { section: 'tvl' })], { hallmarks }),
  )
  expect(observations.hallmarks).toEqual([
    { protocol: '7', onSec: 1_650_412_800, event: 'V2 opens' },
  ])
  expect(observations.holdings).toHaveLength(1)
  expect(warnings).toEqual([
    'hallmarks[1] was left out: its date must be Unix seconds or YYYY-MM-DD, not "soon"',
  ])
})

test.each([
  [{ [A]: Number.NaN }, /ethereum\.tvl, 0xAb.* must be a number, not NaN/],
  [{ [A]: 'five' }, /must be a number, not five/],
  [{ [A]: '' }, /must be a number, not empty text/],
  [{ [A]: {} }, /must be a number, not an object/],
  [{ [A]: true }, /must be a number, not true/],
  [{ [A]: '-1' }, /is negative/],
  [{ tether: Number.POSITIVE_INFINITY }, /must be a number, not Infinity/],
  ['words', /ethereum\.tvl must be balances by token, not words/],
  [[1], /must be balances by token, not a list/],
])('error: %j', (value, message) => {
  expect(() => amounts(value as never)).toThrow(message)
})

const read = (hallmarks: Outline) => readHallmarks(outputOf([], { hallmarks }))
// 20 April 2022, 00:00 UTC.
const SEC = 1_650_412_800

test('default: every entry is an event of the protocol', () => {
  expect(
    read([
      [SEC, 'Rewards begin'],
      ['2022-04-20', ' V2 opens '],
    ]),
  ).toEqual({
    hallmarks: [
      { protocol: '7', onSec: SEC, event: 'Rewards begin' },
      { protocol: '7', onSec: SEC, event: 'V2 opens' },
    ],
    warnings: [],
  })
})

test.each<[string, Outline, number]>([
  ['a range, whose start counts', [SEC, SEC + 86_400], SEC],
  ['a range of days', ['2022-04-20', '2022-05-01'], SEC],
  ['a fraction of a second', SEC + 0.9, SEC],
  ['a date object, which arrives as text', '2022-04-20T01:00:00.000Z', SEC + 3_600],
])('behavior: a date may be %s', (_, date, onSec) => {
  expect(read([[date, 'Event']]).hallmarks).toEqual([{ protocol: '7', onSec, event: 'Event' }])
})

test.each<Outline>([undefined, null, []])('behavior: a module may have none: %j', (none) => {
  expect(read(none)).toEqual({ hallmarks: [], warnings: [] })
})

test.each<[Outline, string]>([
  [['soon', 'Event'], 'its date must be Unix seconds or YYYY-MM-DD, not "soon"'],
  [['2022-02-30', 'Event'], 'its date must be Unix seconds or YYYY-MM-DD, not "2022-02-30"'],
  [[SEC * 1_000, 'Event'], 'its date must be Unix seconds or YYYY-MM-DD, not 1650412800000'],
  [[[], 'Event'], 'its date must be Unix seconds or YYYY-MM-DD, not []'],
  [[0, 'Event'], 'its date must be Unix seconds or YYYY-MM-DD, not 0'],
  ['2022-04-20', 'its date must be Unix seconds or YYYY-MM-DD, not undefined'],
  [[SEC], 'it has no text'],
  [[SEC, ' '], 'it has no text'],
])('error: %j is named and left out, the others stand', (entry, reason) => {
  const { hallmarks, warnings } = read([entry, [SEC, 'Other']])
  expect(hallmarks).toEqual([{ protocol: '7', onSec: SEC, event: 'Other' }])
  expect(warnings).toEqual([`hallmarks[0] was left out: ${reason}`])
})

test('error: what is no list is left out as a whole', () => {
  expect(read({ '2022-04-20': 'Event' })).toEqual({
    hallmarks: [],
    warnings: ['hallmarks is not a list of [date, text] and was left out'],
  })
})
