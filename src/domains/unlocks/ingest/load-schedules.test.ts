import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { NOW_SEC, TestApp } from '../../../../test/support/test-app.ts'
import { DEMO_SOURCE } from '../../../runs/remove-demo.ts'
import { commitRun } from '../../../runs/run.ts'
import { scheduleRow } from '../emissions-for-tests.ts'
import { unlockSchedules } from '../facts.ts'
import { importSchedules, loadSchedules } from './load-schedules.ts'

const written = (name: string, token: string, more: object = {}) => ({
  name,
  token: `ethereum:${token}`,
  sections: [
    { label: 'A', category: 'airdrop', unlocks: [{ type: 'cliff', at: '2024-01-01', amount: 5 }] },
  ],
  ...more,
})

let app: TestApp
let folder: string
let logged: string[]
let nowMs = NOW_SEC * 1000

beforeAll(async () => {
  app = await TestApp.start()
  folder = join(app.dataDir, 'unlocks')
  mkdirSync(folder)
})
beforeEach(() => {
  logged = []
})
afterAll(() => app.stop())

const put = (name: string, content: string | object) =>
  writeFileSync(
    join(folder, name),
    typeof content === 'string' ? content : JSON.stringify(content, null, 2),
  )

/** Loads the folder as a start does, a minute later each time, and returns what is then served. */
async function load(): Promise<string[]> {
  nowMs += 60_000
  const log = { error: (line: unknown) => logged.push(String(line)), info: () => undefined }
  await loadSchedules(
    app.app.store,
    { nowMs: () => nowMs },
    log as Parameters<typeof loadSchedules>[2],
    folder,
  )
  return served()
}

async function served(query = ''): Promise<string[]> {
  const { body } = await app.get(`/api/emissions${query}`, { pro: true })
  return (body as { name: string }[]).map(({ name }) => name)
}

const runs = () => app.app.store.journal.latest

test('default: a file that is dropped in is served after the next start; the same files again change nothing', async () => {
  expect(await load()).toEqual([])
  expect(runs()).toBe(0)
  put('alpha.json', written('Alpha', '0xa1'))
  put('beta.json', written('Beta', '0xb2'))
  expect(await load()).toEqual(['Alpha', 'Beta'])
  const run = runs()
  await load()
  put('alpha.json', JSON.stringify(written('Alpha', '0xa1')))
  expect(await load()).toEqual(['Alpha', 'Beta'])
  expect(runs()).toBe(run)
})

test('behavior: a changed file replaces what it said; asOf still knows it', async () => {
  const before = nowMs / 1000
  put('beta.json', written('Beta Two', '0xb2'))
  expect(await load()).toEqual(['Alpha', 'Beta Two'])
  expect(await served(`?asOf=${before}`)).toEqual(['Alpha', 'Beta'])
})

test('error: a bad file is named with its line, takes nothing with it, and what it said before stays', async () => {
  put('alpha.json', '{\n  "name": "Alpha"\n  "token": 1 }')
  put('gamma.json', written('Gamma', '0xc3'))
  expect(await load()).toEqual(['Alpha', 'Beta Two', 'Gamma'])
  expect(logged).toEqual(['alpha.json:3: not valid JSON: comma expected'])
})

test('behavior: a file that is taken away takes its schedule with it, and brings it back when it returns', async () => {
  rmSync(join(folder, 'gamma.json'))
  put('alpha.json', written('Alpha', '0xa1'))
  expect(await load()).toEqual(['Alpha', 'Beta Two'])
  put('gamma.json', written('Gamma', '0xc3'))
  expect(await load()).toEqual(['Alpha', 'Beta Two', 'Gamma'])
})

test('behavior: what did not come from a file is not taken away', async () => {
  await app.put(unlockSchedules, [scheduleRow('delta', written('Delta', '0xd4'))])
  expect(await load()).toEqual(['Alpha', 'Beta Two', 'Delta', 'Gamma'])
})

test('behavior: a file makes a schedule of its name its own, though it says the same', async () => {
  put('delta.json', written('Delta', '0xd4'))
  await load()
  rmSync(join(folder, 'delta.json'))
  expect(await load()).toEqual(['Alpha', 'Beta Two', 'Gamma'])
})

test('behavior: a schedule of the demo world is loaded only there', async () => {
  put('epsilon.json', written('Epsilon', '0xe5', { demo: true }))
  expect(await load()).not.toContain('Epsilon')
  await expect(
    importSchedules(app.app.store, app.app.clock, {
      fact: 'unlocks',
      files: [join(folder, 'epsilon.json')],
      rejectsDir: '',
    }),
  ).rejects.toThrow('only those of the demo world')
  await commitRun(
    app.app.store,
    { source: DEMO_SOURCE, clock: { nowMs: () => nowMs } },
    async () => ({
      accepted: 0,
      rejected: 0,
      held: 0,
    }),
  )
  expect(await load()).toContain('Epsilon')
})

test('behavior: import loads named files and folders while the service runs', async () => {
  put('zeta.json', written('Zeta', '0xf6'))
  const options = { fact: 'unlocks', files: [join(folder, 'zeta.json')], rejectsDir: '' }
  const summary = await importSchedules(app.app.store, { nowMs: () => nowMs }, options)
  expect(summary).toMatchObject({
    accepted: 1,
    rejected: 0,
    held: 0,
    alreadyKnown: false,
    run: runs(),
  })
  expect(await served()).toContain('Zeta')
  expect(await importSchedules(app.app.store, { nowMs: () => nowMs }, options)).toMatchObject({
    alreadyKnown: true,
    accepted: 0,
    run: summary.run,
  })
  // Of the folder's five others, only what differs is written: one that went back to what it once
  // said.
  put('beta.json', written('Beta', '0xb2'))
  expect(
    await importSchedules(app.app.store, { nowMs: () => nowMs }, { ...options, files: [folder] }),
  ).toMatchObject({ accepted: 1 })
  expect(await served()).toContain('Beta')
  expect(
    await importSchedules(
      app.app.store,
      { nowMs: () => nowMs },
      { ...options, files: [folder], again: true },
    ),
  ).toMatchObject({
    accepted: 5,
  })
})

test.each([
  ['a bad file', 'bad.json', 'bad.json:1: not valid JSON: invalid symbol\nnothing was imported'],
  ['a file that is not there', 'nowhere.json', 'nowhere.json: there is no such file'],
])('error: import of %s writes nothing', async (_, name, message) => {
  put('bad.json', 'x')
  const run = runs()
  const files = [join(folder, 'alpha.json'), join(folder, name)]
  await expect(
    importSchedules(app.app.store, app.app.clock, { fact: 'unlocks', files, rejectsDir: '' }),
  ).rejects.toThrow(message)
  expect(runs()).toBe(run)
})
