import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { TestApp } from '../../../test/support/test-app.ts'
import { importFiles } from '../../runs/import/import-files.ts'

let app: TestApp

beforeAll(async () => {
  app = await TestApp.start()
})

afterAll(() => app.stop())

async function importCsv(lines: readonly string[]) {
  const path = join(app.dataDir, 'hacks.csv')
  await writeFile(path, `${lines.join('\n')}\n`)
  return importFiles(app.app.store, app.app.clock, {
    fact: 'hacks',
    files: [path],
    rejectsDir: app.dataDir,
  })
}

const list = async () => (await app.get('/api/hacks', { pro: true })).body as { name: string }[]

const HEADER = 'id,atSec,name,amountUsd,returnedUsd,chains,bridgeHack'

test('behavior: a file with dates and chains by any name; columns that may be empty may be left out', async () => {
  expect(
    await importCsv([HEADER, '1,2024-03-22,Example,4800000,,"[""Blast"",""Binance""]",false']),
  ).toMatchObject({ accepted: 1 })
  expect(await list()).toMatchObject([
    { date: 1_711_065_600, chain: ['Blast', 'BSC'], amount: 4_800_000, returnedFunds: null },
  ])
})

test('behavior: what cannot be an incident is rejected', async () => {
  const wrong = [
    'w1,2024-01-01,,1,,,false',
    'w3,once,X,1,,,false',
    'w4,2024-01-01,X,-1,,,false',
    'w5,2024-01-01,X,1,-1,,false',
    'w6,2024-01-01,X,1,,,maybe',
  ]
  expect(await importCsv([HEADER, ...wrong, 'right,2024-01-01,Right,0,0,,true'])).toMatchObject({
    accepted: 1,
    rejected: 5,
  })
})

test('behavior: an impossible loss and a date before 2009 are held; the limits themselves and more returned than lost are served', async () => {
  expect(
    await importCsv([
      HEADER,
      'h1,2024-01-01,Returned,10,10.5,,false',
      'h2,2024-01-01,Huge,100000000001,,,false',
      'h3,2008-12-31,Old,1,,,false',
      'h4,2009-01-01,All Back,10,10,,false',
      'h5,2009-01-02,Largest,100000000000,,,false',
      'h6,2009-01-03,Unknown Loss,,10,,false',
    ]),
  ).toMatchObject({ accepted: 4, held: 2 })
  expect((await list()).map(({ name }) => name)).toEqual([
    'Example',
    'Returned',
    'Right',
    'Unknown Loss',
    'Largest',
    'All Back',
  ])
})

test('behavior: an incident without an id gets one of its name and day, so that a later file corrects it', async () => {
  const incident = async () => (await list()).filter(({ name }) => name.startsWith('Ünknown'))
  expect(await importCsv(['name,atSec,amountUsd', 'Ünknown Swap (v2),2024-04-01,5'])).toMatchObject(
    {
      accepted: 1,
      rejected: 0,
    },
  )
  await importCsv([HEADER, ',2024-04-01T18:00,"ünknown swap, V2",7,,,'])
  await importCsv([HEADER, 'ünknown-swap-v2-2024-04-01,2024-04-01,Ünknown Swap,8,,Blast,'])
  expect(await incident()).toMatchObject([{ name: 'Ünknown Swap', amount: 8, chain: ['Blast'] }])
})
