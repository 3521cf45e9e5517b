import { expect, test } from 'vitest'
import type { Verification } from '../live/verify/verify-run.ts'
import { runLine } from './run-for-tests.ts'
import type { VerifyRequest } from './verify.ts'

const USAGE = /^usage: almanac verify <run> \[--rpc <URL or chain=URL>\]… \[--adapter <file>\]/

async function run(args: string[], found: Partial<Verification> = {}) {
  const lines: string[] = []
  const calls: VerifyRequest[] = []
  const work = runLine(['verify', ...args], {
    operations: {
      verify: async (request) => {
        calls.push(request)
        return { run: request.run, figures: 12, differences: [], remarks: [], ...found }
      },
    },
    print: (line) => lines.push(line),
  })
  return {
    lines,
    calls,
    problem: await work.then(() => null).catch((error: Error) => error.message),
  }
}

test('default: figures that can be made again', async () => {
  const { lines, calls } = await run(['41'])
  expect(calls).toEqual([{ run: 41, nodes: [], adapter: null }])
  expect(lines).toEqual(['run 41: 12 rows made again, all within 0.1%'])
})

test('behavior: a node of one’s own, for any chain or for one', async () => {
  const { calls } = await run([
    '41',
    '--rpc',
    'http://127.0.0.1:8545',
    '--rpc',
    'base=https://node.example.org/x',
  ])
  expect(calls[0]?.nodes).toEqual([
    { chain: '', url: 'http://127.0.0.1:8545' },
    { chain: 'base', url: 'https://node.example.org/x' },
  ])
})

test('behavior: the module of the run, addressed as in every other command', async () => {
  const { calls } = await run([
    '41',
    '--adapter',
    '/c/pairs.js',
    '--name',
    'swap-v2',
    '--chain',
    'base',
  ])
  expect(calls[0]?.adapter).toMatchObject({
    file: '/c/pairs.js',
    name: 'swap-v2',
    chains: ['base'],
  })
})

test('error: a difference is shown and makes the command fail', async () => {
  const difference = {
    fact: 'tvl',
    row: '{"protocol":"1"}',
    column: 'tvlUsd',
    stored: 100,
    again: 200,
  }
  const { lines, problem } = await run(['41'], {
    differences: [difference],
    remarks: ['reader:x has changed since.'],
  })
  expect(lines[0]).toBe('reader:x has changed since.')
  expect(lines.at(-1)).toMatch(/^tvl +\{"protocol":"1"\} +tvlUsd +100 +200$/)
  expect(problem).toBe('run 41: 1 differences in 12 rows')
})

test('error: no run, or a URL that is none', async () => {
  expect((await run([])).problem).toMatch(USAGE)
  expect((await run(['x'])).problem).toMatch(USAGE)
  expect((await run(['41', '--at', '5'])).problem).toContain('a run has its time')
  expect((await run(['41', '--name', 'x'])).problem).toContain('--name needs --adapter')
  expect((await run(['41', '--rpc', 'node'])).problem).toContain('--rpc wants a URL')
})
