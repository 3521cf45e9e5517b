import { expect, test } from 'vitest'
import type { AdapterRequest } from './adapter-request.ts'
import { runAdapters } from './adapters.ts'
import { runRun } from './run.ts'

const HOLD = { series: '77', guard: 'spike', reason: 'Ten times yesterday.' } as never

async function ask(args: string[]) {
  const lines: string[] = []
  let asked: AdapterRequest | undefined
  const testAdapter = async (request: AdapterRequest) => {
    asked = request
    const figures = [
      { chain: 'ethereum', what: 'tvl', token: 'EXA', tokens: 3, valueUsd: 6 },
      { chain: 'ethereum', what: 'tvl', token: 'USD', tokens: null, valueUsd: 1234.5 },
      { chain: 'bsc', what: 'tvl', token: 'bsc:0x1', tokens: null, valueUsd: null },
    ]
    return {
      figures,
      holds: [HOLD],
      flags: [],
      unpriced: [{ of: '77', coin: 'bsc:0x1', missing: 'price' as const }],
    }
  }
  await runAdapters(args, { testAdapter, print: (line) => lines.push(line) })
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
    'bsc:0x1 has no value: its price is not known',
    'spike would hold 77: Ten times yesterday.',
    'nothing was stored',
  ])
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
    '--allow',
    'API.example.org',
    '--memory',
    '64',
    '--time',
    '9',
  ])
  expect(asked).toEqual({
    file: '/c/one.js',
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
  const lines: string[] = []
  const asked: unknown[] = []
  const answer = async (request: unknown) => {
    asked.push(request)
    return SUMMARY
  }
  const context = { runSource: answer, runAdapter: answer }
  const code = await runRun(args, { ...context, print: (line) => lines.push(line) })
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
