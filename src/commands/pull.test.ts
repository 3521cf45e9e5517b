import { resolve } from 'node:path'
import { expect, test } from 'vitest'
import { type PullCommand, runPull } from './pull.ts'
import type { PullRequest } from './replica-operations.ts'
import { runSnapshot } from './snapshot.ts'

class Stop extends Error {}

/** A command whose turns have given outcomes; it is stopped after the last. */
function commandOf(outcomes: { run: number; runs: number; problem: string | undefined }[]) {
  const lines: string[] = []
  const errors: string[] = []
  const requests: PullRequest[] = []
  const pauses: number[] = []
  const command: PullCommand = {
    pull: async (request) => {
      const outcome = outcomes.shift()
      if (outcome === undefined) throw new Stop()
      requests.push(request)
      request.onProgress?.({ step: 'stored', runs: '1-5' })
      return outcome
    },
    print: (line) => lines.push(line),
    printError: (line) => errors.push(line),
    dataDir: '/data',
    key: 'secret-key',
    sleep: async (ms) => pauses.push(ms),
  }
  return { command, lines, errors, requests, pauses }
}

test('default: one turn, from a folder or an address', async () => {
  const turn = { run: 5, runs: 5, problem: undefined }
  const { command, lines, requests } = commandOf([turn, turn])
  await runPull(['snapshots'], command)
  await runPull(['https://almanac.example.org'], command)
  expect(requests.map(({ origin }) => origin)).toEqual([
    resolve('snapshots'),
    'https://almanac.example.org',
  ])
  expect(lines.slice(0, 2)).toEqual(['runs 1-5 stored', '5 runs pulled; this store is at run 5.'])
  expect(lines.join()).not.toContain('secret-key')
})

test('behavior: --every goes on, also when the origin is away for a while', async () => {
  const { command, errors, pauses } = commandOf([
    { run: 5, runs: 5, problem: undefined },
    { run: 5, runs: 0, problem: 'almanac.example.org did not answer' },
    { run: 6, runs: 1, problem: undefined },
  ])
  await expect(runPull(['https://almanac.example.org', '--every', '1m'], command)).rejects.toThrow(
    Stop,
  )
  expect(errors).toEqual(['almanac.example.org did not answer'])
  expect(pauses).toHaveLength(3)
  expect(Math.max(...pauses)).toBeLessThanOrEqual(60_000)
})

test('error: a single turn fails when the origin is away', async () => {
  const { command } = commandOf([{ run: 5, runs: 0, problem: 'it did not answer' }])
  await expect(runPull(['https://almanac.example.org'], command)).rejects.toThrow('did not answer')
})

test.each([
  [[]],
  [['a', 'b']],
  [['a', '--every', 'soon']],
  [['a', '--every', '0']],
  [['a', '--often']],
])('error: pull %j is refused', async (args) => {
  await expect(runPull(args, commandOf([]).command)).rejects.toThrow(/usage|--every/)
})

test.each([
  [[], 'usage'],
  [['a', 'b'], 'usage'],
  [['--all'], 'usage'],
  [['s3://bucket/path'], 'written to folders'],
])('error: snapshot %j is refused', async (args, message) => {
  const command = { writeSnapshot: () => Promise.reject(new Stop()), print: () => undefined }
  await expect(runSnapshot(args, command)).rejects.toThrow(message)
})
