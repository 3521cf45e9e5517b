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

async function importCsv(fact: string, lines: readonly string[]) {
  const path = join(app.dataDir, `${fact}.csv`)
  await writeFile(path, `${lines.join('\n')}\n`)
  return importFiles(app.app.store, app.app.clock, { fact, files: [path], rejectsDir: app.dataDir })
}

test('behavior: three small files make a treasury and an entity: holdings × prices', async () => {
  expect(
    await importCsv('treasuries', [
      'id,protocol,name,ownTokens',
      '1-treasury,1,,Ethereum:0xOWN|base:0xown',
      'entity-1,,A Fund,',
      'wrong-treasury,1,,',
      '2-treasury,,No Protocol,',
      'entity-2,,,',
    ]),
  ).toMatchObject({ accepted: 2, held: 3, rejected: 0 })
  await importCsv('prices', [
    'coin,atSec,priceUsd',
    'ethereum:0xa,2026-01-14T11:00:00Z,2',
    'ethereum:0xown,2026-01-14T11:00:00Z,5',
  ])
  expect(
    await importCsv('treasury_holdings', [
      'holder,chain,token,atSec,amount',
      '1-treasury,1,ETHEREUM:0xA,2026-01-01,100',
      '1-treasury,Ethereum,1:0xown,2026-01-01,10',
      'entity-1,Ethereum,ethereum:0xa,2026-01-14,3',
    ]),
  ).toMatchObject({ accepted: 3, held: 0, rejected: 0 })
  // 100 × 2 and 10 × 5 of its own; 3 × 2.
  expect((await app.get('/api/treasuries', { pro: true })).body).toMatchObject([
    { id: '1-treasury', tvl: 200, chainTvls: { Ethereum: 200, OwnTokens: 50 } },
  ])
  expect((await app.get('/api/entities', { pro: true })).body).toMatchObject([
    { id: 'entity-1', name: 'A Fund', tvl: 6 },
  ])
})

test('behavior: what cannot be a holding is rejected', async () => {
  const wrong = [
    ',Ethereum,ethereum:0xa,2026-01-01,1',
    'x,,ethereum:0xa,2026-01-01,1',
    'x,Ethereum,,2026-01-01,1',
    'x,Ethereum,ethereum:0xa,never,1',
    'x,Ethereum,ethereum:0xa,2026-01-01,-1',
    'x,Ethereum,ethereum:0xa,2026-01-01,',
    'x,Ethereum,ethereum:0xa,2026-01-01,a few',
  ]
  const lines = [
    'holder,chain,token,atSec,amount',
    ...wrong,
    'x,Ethereum,ethereum:0xa,2026-01-01,0',
  ]
  expect(await importCsv('treasury_holdings', lines)).toMatchObject({ accepted: 1, rejected: 7 })
})
