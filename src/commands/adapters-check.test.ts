import { expect, test } from 'vitest'
import type { CheckRequest } from '../sources/adapters/check/check-collection.ts'
import { runLine } from './run-for-tests.ts'

const FOUND = {
  modules: 1_200,
  loaded: 1_199,
  withoutAdapter: 30,
  kinds: { tvl: 2_500, dimension: 3 },
  causes: [
    { cause: 'needs native code', modules: ['projects/x.js'], example: 'projects/x.js: no' },
  ],
  missingChains: [{ chain: 'atlantis', adapters: 2 }],
}

async function check(args: string[]) {
  const asked: CheckRequest[] = []
  const shown: string[] = []
  const { lines } = await runLine(['adapters', 'check', ...args], {
    operations: {
      checkAdapters: async (request) => {
        asked.push(request)
        request.onProgress?.({ done: 1, total: 4 })
        return FOUND
      },
    },
    stderr: { isTTY: true, write: (text) => shown.push(text) },
  })
  return { lines, asked, shown }
}

test('default: shapes, causes, chains to add, and how much loads; progress on the error stream', async () => {
  const { lines, asked, shown } = await check(['/c'])
  expect(asked).toMatchObject([{ folder: '/c', sample: null }])
  expect(lines).toEqual([
    'shape      adapters',
    'tvl        2,500',
    'dimension  3',
    '',
    'why it does not load  modules  for example',
    'needs native code     1        projects/x.js: no',
    '',
    'chains that data/chains.json lacks; the lines to add, with their chain ids and coins:',
    '  {"key":"atlantis","name":"Atlantis","chainId":null,"gasToken":null,"aggregatorId":null,"rankingSiteId":null,"aliases":[],"caseSensitive":false},',
    '',
    // 1,199 ÷ 1,200 = 99.916…%, cut off.
    '1,199 of 1,200 modules load (99.9%); 30 other files hold no adapter',
  ])
  expect(shown.join('')).toContain('1 of 4 modules')
})

test('behavior: as JSON, and of a sample', async () => {
  const { lines, asked } = await check(['/c', '--sample', '50', '--json'])
  expect(asked[0]?.sample).toBe(50)
  expect(JSON.parse(lines.join('\n'))).toEqual(FOUND)
})

test.each([
  [[], /usage: almanac adapters check/],
  [['a', 'b'], /usage: almanac adapters check/],
  [['a', '--sample', 'some'], /--sample must be a whole number/],
  [['a', '--odd'], /Unknown option '--odd'/],
])('error: %j', async (args, message) => {
  await expect(check(args)).rejects.toThrow(message)
})
