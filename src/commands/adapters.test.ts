import { expect, test } from 'vitest'
import type { Figure } from '../sources/adapters/list-figures.ts'
import type { AdapterRequest } from './adapter-request.ts'
import { runLine } from './run-for-tests.ts'

const HOLD = { series: '77', guard: 'spike', reason: 'Ten times yesterday.' } as never

// 2024-01-01 is 19,723 days after 1970-01-01.
const PRICE = {
  source: 'ethereum:0x2',
  priceUsd: 2,
  atSec: 19_723 * 86_400,
  confidence: 0.9,
}

async function ask(args: string[], more: Figure[] = []) {
  let asked: AdapterRequest | undefined
  const testAdapter = async (request: AdapterRequest) => {
    asked = request
    const figures = [
      { chain: 'ethereum', what: 'tvl', token: 'EXA', tokens: 3, valueUsd: 6 },
      { chain: 'ethereum', what: 'tvl', token: 'USD', tokens: null, valueUsd: 1234.5 },
      { chain: 'bsc', what: 'tvl', token: 'bsc:0x1', tokens: null, valueUsd: null },
      ...more,
    ]
    return {
      figures,
      holds: [HOLD],
      flags: [],
      unpriced: [{ of: '77', coin: 'bsc:0x1', missing: 'price' as const }],
      balances: [
        { coin: 'ethereum:0x2', token: 'EXA', raw: '3000000', tokens: 3, price: PRICE },
        { coin: 'bsc:0x1', token: 'bsc:0x1', raw: '5', tokens: null, price: null },
      ],
      lookedUp: [{ ...PRICE, coin: 'ethereum:0x3' }],
      refusedHosts: ['api.example.org', 'node.example.org'],
      refusedNodes: 3,
      requests: 1_200,
      roundTrips: 7,
      elapsedMs: 1_234,
    }
  }
  const { lines } = await runLine(['adapters', ...args], { operations: { testAdapter } })
  return { lines, asked }
}

test('default: dollars per token and chain, what has no value, what the guards would say', async () => {
  const { lines } = await ask(['test', 'projects/one.js'])
  expect(lines).toEqual([
    'chain     what  token    amount  USD',
    'ethereum  tvl   EXA      3       6',
    'ethereum  tvl   USD              1,234.5',
    'bsc       tvl   bsc:0x1',
    // 6 + 1,234.5
    'ethereum  tvl   total            1,240.5',
    '',
    'token    coin          balance  amount  price  of                    confidence',
    'EXA      ethereum:0x2  3000000  3       2      2024-01-01T00:00:00Z  0.9',
    'bsc:0x1  bsc:0x1       5',
    '',
    'prices the module looked up:',
    'ethereum:0x3  2  2024-01-01T00:00:00Z  0.9',
    '',
    'bsc:0x1 has no value: its price is not known',
    'hosts it may not reach: api.example.org, node.example.org (--allow adds them)',
    'it also tried 3 nodes that are not configured',
    'spike would hold 77: Ten times yesterday.',
    '1,200 requests to nodes in 7 round trips, 1.23 s',
    'nothing was stored',
  ])
})

test('behavior: pools with their yearly rate', async () => {
  const pool = { chain: 'bsc', what: 'pool A-B', token: 'USD', tokens: null, valueUsd: 1 }
  const { lines } = await ask(['test', 'one.js'], [{ ...pool, apyPct: 3.456 }])
  expect(lines[0]).toBe('chain     what      token    amount  USD      APY')
  expect(lines).toContain('bsc       pool A-B  USD              1        3.46%')
})

test('behavior: what is asked', async () => {
  const { asked } = await ask([
    'test',
    '/c/one.js',
    '--chain',
    'ethereum',
    '--at',
    'block:412345678',
    '--protocol',
    '77',
    '--kind',
    'tvl',
    '--name',
    'swap-v2',
    '--allow',
    'API.example.org',
    '--memory',
    '64',
    '--time',
    '9',
  ])
  expect(asked).toEqual({
    file: '/c/one.js',
    name: 'swap-v2',
    chains: ['ethereum'],
    at: { block: 412_345_678 },
    protocol: '77',
    kind: 'tvl',
    sdk: null,
    allowedHosts: ['api.example.org'],
    limits: { memoryMb: 64, timeSec: 9 },
  })
  expect(
    (await ask(['test', '/c/one.js', '--chain', 'bsc', '--at', '12345678'])).asked?.at,
  ).toEqual({ block: 12_345_678 })
  // 2024-01-01 is 19,723 days after 1970-01-01, and a date means its end.
  expect((await ask(['test', '/c/one.js', '--at', '2024-01-01'])).asked?.at).toEqual({
    sec: 19_724 * 86_400,
  })
  expect(
    (await ask(['test', '/c/one.js', '--chain', 'a,b', '--chain', 'c'])).asked?.chains,
  ).toEqual(['a', 'b', 'c'])
})

test.each([
  [['list'], /usage: almanac adapters test/],
  [['test'], /usage:/],
  [['test', 'a', 'b'], /usage:/],
  [['test', 'a', '--at', '5'], /--at with a block needs the one --chain/],
  [['test', 'a', '--at', 'soon'], /"soon" is not a time/],
  [['test', 'a', '--kind', 'x'], /--kind must be one of tvl, dimension/],
  [['test', 'a', '--allow', 'https://x'], /is not a host/],
  [['test', 'a', '--memory', 'much'], /--memory must be a whole number/],
  [['test', 'a', '--odd'], /Unknown option '--odd'/],
  [['test', 'a', '--rpc', 'http://x'], /--rpc is for verify/],
])('error: %j', async (args, message) => {
  await expect(ask(args)).rejects.toThrow(message)
})

const SUMMARY = {
  run: 5,
  accepted: 1200,
  rejected: 0,
  held: 1,
  holds: [HOLD],
  flags: [],
  unpriced: [],
  gaps: [],
  remarks: [],
}

async function run(args: string[]) {
  const asked: unknown[] = []
  const response = async (request: unknown) => {
    asked.push(request)
    return SUMMARY
  }
  const operations = { runSource: response, runAdapter: response }
  const { lines, code } = await runLine(['run', ...args], { operations })
  return { lines, asked, code }
}

test('default: a run of an adapter or of a source, and what came of it', async () => {
  const { lines, asked, code } = await run(['--adapter', '/c/one.js', '--chain', 'ethereum'])
  expect(asked).toMatchObject([{ file: '/c/one.js', chains: ['ethereum'] }])
  expect(lines).toEqual([
    '/c/one.js: 1,200 accepted, 0 rejected, 1 held (run 5)',
    'held by spike: 77: Ten times yesterday.',
    '1 rows are held and not served: `almanac quality list` shows why (exit code 3)',
  ])
  expect(code).toBe(3)
  expect((await run(['my-dex', '--at', '2024-01-01'])).asked).toEqual([
    { source: 'my-dex', atSec: 19_724 * 86_400 },
  ])
})

test.each([
  [[], /usage: almanac run/],
  [['a', '--adapter', 'b'], /usage: almanac run/],
  [['a', '--chain', 'b'], /--chain is for adapters/],
])('error: run %j', async (args, message) => {
  await expect(run(args)).rejects.toThrow(message)
})
