import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { TestApp } from '../../../test/support/test-app.ts'
import { States } from '../../cache/states.ts'
import { sql } from '../../lib/sql.ts'
import { importFiles } from '../../runs/import/import-files.ts'
import { protocols } from './facts.ts'
import { hallmarksState } from './read.ts'

let app: TestApp

beforeAll(async () => {
  app = await TestApp.start()
})

afterAll(() => app.stop())

async function importHallmarks(name: string, lines: readonly string[]) {
  const path = join(app.dataDir, name)
  await writeFile(path, `${lines.join('\n')}\n`)
  return importFiles(app.app.store, app.app.clock, {
    fact: 'protocol_hallmarks',
    files: [path],
    rejectsDir: app.dataDir,
  })
}

const told = async () => [
  ...(await new States(app.app.store).get(hallmarksState, app.app.store.snapshot())),
]

test('default: events from a file, several on one day', async () => {
  const rows = [
    '1,1650412800,V2 opens',
    '1,1650412800," Attack, all returned "',
    'parent#pool,1651881600,New name',
  ]
  expect(await importHallmarks('events.csv', ['protocol,onSec,event', ...rows])).toMatchObject({
    accepted: 3,
    rejected: 0,
    held: 0,
  })
  expect(await told()).toEqual([
    [
      '1',
      [
        [1_650_412_800, 'Attack, all returned'],
        [1_650_412_800, 'V2 opens'],
      ],
    ],
    ['parent#pool', [[1_651_881_600, 'New name']]],
  ])
})

test('behavior: a wrong date is put right by taking the event back and telling it anew', async () => {
  const rows = [
    { protocol: 'parent#pool', onSec: 1_651_881_600, event: 'New name', withdrawn: true },
    { protocol: 'parent#pool', onSec: 1_651_968_000, event: 'New name' },
  ]
  await importHallmarks(
    'put-right.ndjson',
    rows.map((row) => JSON.stringify(row)),
  )
  expect(new Map(await told()).get('parent#pool')).toEqual([[1_651_968_000, 'New name']])
})

test('error: what is no event is rejected, and one of blanks is held', async () => {
  const wrong = [
    '1,soon,V3 opens',
    '1,1650412800000,V3 opens',
    '1,-5,V3 opens',
    '1,1650412800,',
    ',1650412800,V3 opens',
  ]
  const others = ['3,1650412800,"  "', '2,1650412800,V3 opens']
  const lines = ['protocol,onSec,event', ...wrong, ...others]
  expect(await importHallmarks('wrong.csv', lines)).toMatchObject({
    accepted: 1,
    rejected: 5,
    held: 1,
  })
  expect((await told()).map(([protocol]) => protocol)).toEqual(['1', '2', 'parent#pool'])
})

test('behavior: a protocol needs an id and a name; its lists are empty and its flags false', async () => {
  const path = join(app.dataDir, 'protocols.json')
  await writeFile(path, JSON.stringify({ data: [{ id: '900', name: 'Bare Protocol' }] }))
  const summary = await importFiles(app.app.store, app.app.clock, {
    fact: 'protocols',
    files: [path],
    rejectsDir: app.dataDir,
  })
  expect(summary).toMatchObject({ accepted: 1, rejected: 0 })
  const snapshot = app.app.store.snapshot()
  const [row] = await snapshot.query(
    sql`SELECT oracles, tags, doubleCounted, rugged, openSource FROM ${snapshot.current(protocols, sql`id = '900'`)}`,
  )
  expect(row).toEqual({
    oracles: [],
    tags: [],
    doubleCounted: false,
    rugged: false,
    openSource: null,
  })
})
