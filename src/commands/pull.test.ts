import { resolve } from 'node:path'
import { expect, test } from 'vitest'
import type { PullRequest } from './replica-operations.ts'
import { runLine } from './run-for-tests.ts'

class Stop extends Error {}

/** A command whose cycles have given outcomes; it is stopped after the last. */
function commandOf(outcomes: { run: number; runs: number; problem: string | undefined }[]) {
  const lines: string[] = []
  const errors: string[] = []
  const requests: PullRequest[] = []
  const pauses: number[] = []
  const pull = async (request: PullRequest) => {
    const outcome = outcomes.shift()
    if (outcome === undefined) throw new Stop()
    requests.push(request)
    request.onProgress?.({ step: 'stored', runs: '1-5' })
    return outcome
  }
  const run = (...args: string[]) =>
    runLine(['pull', ...args], {
      operations: { pull },
      print: (line) => lines.push(line),
      printError: (line) => errors.push(line),
      config: { dataDir: '/data', pullKey: 'secret-key' },
      sleep: async (ms) => pauses.push(ms),
    })
  return { run, lines, errors, requests, pauses }
}

test('default: one cycle, from a folder or a URL', async () => {
  const cycle = { run: 5, runs: 5, problem: undefined }
  const { run, lines, requests } = commandOf([cycle, cycle])
  await run('snapshots')
  await run('https://almanac.example.org')
  expect(requests.map(({ origin }) => origin)).toEqual([
    resolve('snapshots'),
    'https://almanac.example.org',
  ])
  expect(lines.slice(0, 2)).toEqual(['runs 1-5 stored', '5 runs pulled; this store is at run 5.'])
  expect(lines.join()).not.toContain('secret-key')
})

test('behavior: --every goes on, also when the origin is away for a while', async () => {
  const { run, errors, pauses } = commandOf([
    { run: 5, runs: 5, problem: undefined },
    { run: 5, runs: 0, problem: 'almanac.example.org did not answer' },
    { run: 6, runs: 1, problem: undefined },
  ])
  await expect(run('https://almanac.example.org', '--every', '1m')).rejects.toThrow(Stop)
  expect(errors).toEqual(['almanac.example.org did not answer'])
  expect(pauses).toHaveLength(3)
  expect(Math.max(...pauses)).toBeLessThanOrEqual(60_000)
})

test('error: a single cycle fails when the origin is away', async () => {
  const { run } = commandOf([{ run: 5, runs: 0, problem: 'it did not answer' }])
  await expect(run('https://almanac.example.org')).rejects.toThrow('did not answer')
})

test.each([
  [[]],
  [['a', 'b']],
  [['a', '--every', 'soon']],
  [['a', '--every', '0']],
  [['a', '--often']],
])('error: pull %j is refused', async (args) => {
  await expect(commandOf([]).run(...args)).rejects.toThrow(/usage|--every/)
})

test.each([
  [[], 'usage'],
  [['a', 'b'], 'usage'],
  [['--all'], 'usage'],
  [['s3://bucket/path'], 'written to folders'],
])('error: snapshot %j is refused', async (args, message) => {
  const operations = { writeSnapshot: () => Promise.reject(new Stop()) }
  await expect(runLine(['snapshot', ...args], { operations })).rejects.toThrow(message)
})
