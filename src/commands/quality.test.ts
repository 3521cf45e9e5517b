import { afterAll, beforeAll, expect, test } from 'vitest'
import { NOW_SEC, TestApp } from '../../test/support/test-app.ts'
import { prices } from '../domains/coins/facts.ts'
import { UsageError } from '../lib/errors.ts'
import { qualityHolds } from '../live/guards/holds/facts.ts'
import { readGuardSettings } from '../live/guards/rules/settings.ts'
import { commitRun } from '../runs/run.ts'
import { localQuality } from './quality.ts'
import { runLine } from './run-for-tests.ts'

let app: TestApp
beforeAll(async () => {
  app = await TestApp.start()
})
afterAll(() => app.stop())

/** Holds a price of 300 for a coin as a run does. */
async function holdPrice(coin: string, id: string, more: Held = {}): Promise<number> {
  const { store, clock } = app.app
  const { source = 'reader:test', servesNothing = false } = more
  const run = await commitRun(store, { source, clock, again: true }, async (stage) => {
    await stage.insertRows(prices, [
      { coin, atSec: NOW_SEC, priceUsd: 300, confidence: 0.9, quality: 'held' },
      ...(servesNothing
        ? []
        : [{ coin, atSec: NOW_SEC, priceUsd: 100, confidence: 0.9, quality: 'carried' }]),
    ])
    const series = JSON.stringify({ coin })
    const figures = { value: 300, servedValue: 100, figures: '{"priceUsd":{"":300}}' }
    const decision = {
      state: 'held',
      release: 'agreement',
      decidedBy: null,
      decisionReason: null,
      heldRun: null,
    }
    await stage.insertRows(qualityHolds, [
      {
        fact: 'prices',
        series,
        atSec: NOW_SEC,
        id,
        guard: 'spike',
        reason: 'It jumped.',
        ...figures,
        ...decision,
      },
    ])
    return { accepted: 1, rejected: 0, held: 1 }
  })
  return run.id
}

interface Held {
  source?: string
  servesNothing?: boolean
}

async function run(...args: string[]): Promise<string[]> {
  const operations = localQuality(app.app.store, app.app.clock, readGuardSettings())
  const { lines } = await runLine(['quality', ...args], { operations })
  return lines
}

async function priceOf(coin: string): Promise<unknown> {
  const { body } = await app.get(`/prices/current/${coin}`)
  return (body as { coins: Record<string, { price: number }> }).coins[coin]?.price
}

test('default: a person sees what is held, and releases or rejects it', async () => {
  await holdPrice('aggregator:one', 'one1')
  await holdPrice('aggregator:two', 'two2')
  const listed = await run('list')
  expect(listed[0]).toMatch(/^ID +FACT +SERIES +AT +GUARD +RELEASE +DECIDED BY +REASON$/)
  expect(listed[1]).toMatch(
    /^two2 +prices +aggregator:two +2026-01-14T12:00Z +spike +agreement +- +It jumped\.$/,
  )
  expect(await priceOf('aggregator:one')).toBe(100)
  expect(await run('release', 'one1', '--by', 'ann')).toEqual([
    'Released 1 reading in run 3: what was held is served now.',
    '  one1  prices {"coin":"aggregator:one"} at 2026-01-14T12:00Z',
  ])
  expect(await priceOf('aggregator:one')).toBe(300)
  expect((await run('reject', 'two2'))[0]).toBe(
    'Rejected 1 reading in run 4: what is served instead stays.',
  )
  expect(await priceOf('aggregator:two')).toBe(100)
  expect(await run('list')).toEqual(['No reading is held.'])
  expect((await run('list', '--state', 'released'))[1]).toContain(' ann (run 3) ')
})

test('behavior: conditions name readings; they are shown first and decided with --yes', async () => {
  const held = await holdPrice('aggregator:three', 'three3')
  await holdPrice('aggregator:four', 'four4', { source: 'adapter:projects/four' })
  const shown = await run('release', '--guard', 'spike')
  expect(shown.map((line) => line.split('  ')[1] ?? line)).toEqual([
    'Would release 2 readings:',
    'four4',
    'three3',
    'Nothing was decided; --yes does it.',
  ])
  expect(shown[1]).toContain('It jumped.')
  expect(await priceOf('aggregator:three')).toBe(100)
  // By source, with or without its prefix, and by run.
  for (const choice of [
    ['--source', 'reader:test'],
    ['--source', 'test'],
    ['--run', String(held)],
    ['--run', `1-${held}`],
  ])
    expect((await run('reject', ...choice))[1]).toMatch(/^ {2}three3 /)
  expect((await run('list', '--source', 'projects/four'))[1]).toMatch(/^four4 /)
  await expect(run('release', '--protocol', '7')).rejects.toThrow(
    'Nothing is held of the protocol "7"',
  )
  expect((await run('release', 'three3', '--dry-run'))[0]).toBe('Would release 1 reading:')
  expect((await run('release', '--all-of', 'spike', '--yes'))[0]).toMatch(
    /^Released 2 readings in run \d+/,
  )
  await expect(run('release', '--guard', 'spike', '--yes')).rejects.toThrow(
    'Nothing is held by the guard "spike"',
  )
  await expect(run('release', 'three3', 'none')).rejects.toThrow('under the id "three3"')
})

test('behavior: a reason is kept and shown; a decision can be undone, and the undoing too', async () => {
  await holdPrice('aggregator:five', 'five5')
  const words = ['--by', 'ann', '--reason', 'A deposit of the treasury.']
  const [released = ''] = await run('release', 'five5', ...words)
  const decision = /run (\d+)/.exec(released)?.[1] ?? ''
  expect((await run('list', '--state', 'released'))[1]).toContain(
    'It jumped. [A deposit of the treasury.]',
  )
  const { body } = await app.get('/meta/quality?state=released&limit=1')
  expect(body).toMatchObject({
    readings: [{ id: 'five5', decidedBy: 'ann', decisionReason: 'A deposit of the treasury.' }],
  })
  expect(await app.app.store.journal.find(Number(decision))).toMatchObject({
    note: 'released by ann: A deposit of the treasury.',
  })
  expect(await run('undo', decision)).toEqual([
    `Would undo run ${decision}: 1 of prices, 1 of quality_holds would be as before.`,
    'Nothing was decided; --yes does it.',
  ])
  expect(await priceOf('aggregator:five')).toBe(300)
  const [undone = ''] = await run('undo', decision, '--yes')
  expect(undone).toMatch(/^Undid run \d+ in run \d+: 1 of prices, 1 of quality_holds are as before/)
  expect(await priceOf('aggregator:five')).toBe(100)
  expect((await run('list'))[1]).toMatch(/^five5 .+ - +It jumped\.$/)
  // It is held as it was, so it can be decided again; or the undoing is undone.
  const again = /in run (\d+)/.exec(undone)?.[1] ?? ''
  await run('undo', again, '--yes')
  expect(await priceOf('aggregator:five')).toBe(300)
  await expect(run('undo', again, '--yes')).rejects.toThrow('is left to undo')
  await expect(run('undo', '1', '--yes')).rejects.toThrow('Run 1 is not a decision.')
})

test('error: what was published where nothing was before cannot be taken back to nothing', async () => {
  await holdPrice('aggregator:six', 'six6', { servesNothing: true })
  const [released = ''] = await run('release', 'six6')
  const decision = /run (\d+)/.exec(released)?.[1] ?? ''
  await expect(run('undo', decision, '--yes')).rejects.toThrow('Import the right figure instead.')
  expect(await priceOf('aggregator:six')).toBe(300)
})

test.each([
  [[]],
  [['delete']],
  [['release']],
  [['release', 'a', '--all-of', 'spike']],
  [['release', '--run', 'x']],
  [['release', '--run', '5-3']],
  [['release', 'a', '--reason', '']],
  [['undo']],
  [['undo', 'x']],
  [['undo', '1', '2']],
  [['reject', '--colour', 'red']],
  [['list', 'all']],
  [['list', '--state', 'lost']],
])('error: %j shows the usage line', async (args) => {
  await expect(run(...args)).rejects.toThrow(UsageError)
  await expect(run(...args)).rejects.toThrow('almanac quality')
})
