import { expect, test } from 'vitest'
import { firstOfEach, judgeRun, unpricedLines } from './run-outcome.ts'

const GOOD = { held: 0, rejected: 0, unpriced: [], gaps: [] }
const coin = (name: string) => ({ of: '1', coin: name, missing: 'price' as const })

test.each([
  ['all is well', {}, 0],
  ['something is held', { held: 2, unpriced: [coin('a')], gaps: ['x'] }, 3],
  ['a coin has no price', { unpriced: [coin('a'), coin('a')], gaps: ['x'] }, 4],
  ['a contract did not answer', { gaps: ['x'] }, 5],
  ['a row was rejected', { rejected: 1 }, 5],
])('default: the gravest outcome is the exit code: %s', (_, outcome, code) => {
  const judged = judgeRun({ ...GOOD, ...outcome })
  expect(judged.code).toBe(code)
  expect(judged.line === null).toBe(code === 0)
  if (judged.line !== null) expect(judged.line).toContain(`(exit code ${code})`)
})

test('behavior: at most 20 coins are named', () => {
  const many = Array.from({ length: 23 }, (_, index) => coin(`base:0x${index}`))
  expect(unpricedLines(many)).toHaveLength(21)
  expect(unpricedLines(many).at(-1)).toBe('and 3 more without a value')
})

test('behavior: facts that are held together are one hold', () => {
  const hold = (id: string, fact: string) => ({ id, fact })
  expect(firstOfEach([hold('a', 'tvl'), hold('a', 'tvl_tokens'), hold('b', 'prices')])).toEqual([
    hold('a', 'tvl'),
    hold('b', 'prices'),
  ])
})
