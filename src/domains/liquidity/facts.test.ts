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
  const path = join(app.dataDir, 'liquidity.csv')
  await writeFile(path, `${lines.join('\n')}\n`)
  return importFiles(app.app.store, app.app.clock, {
    fact: 'liquidity',
    files: [path],
    rejectsDir: app.dataDir,
  })
}

const HEADER = 'token,pool,atSec,liquidityUsd,volumeUsd,depth1PctUsd,depth2PctUsd'

test('behavior: what cannot be a pool is rejected, what cannot be true is held, ids come in any spelling', async () => {
  const wrong = [
    'base:0x1,p,2026-01-01,-1,,,',
    'base:0x1,p,2026-01-01,,,,',
    'base:0x1,,2026-01-01,1,,,',
    ',p,2026-01-01,1,,,',
    'base:0x1,p,2026-01-01,1,-1,,',
    'base:0x1,p,2026-01-01,1,,-1,',
    'base:0x1,p,2026-01-01,1,,,NaN',
  ]
  const doubtful = [
    'base:0x1,a,2026-01-02,300000000001,,,',
    'base:0x1,b,2026-01-02,1,300000000001,,',
    'base:0x1,c,2026-01-02,1,,5,4',
  ]
  const good = ['Base:0x1,d,2026-01-02,1,,5,5', '8453:0X1,e,2026-01-02T13:00:00Z,2,,,']
  expect(await importCsv([HEADER, ...wrong, ...doubtful, ...good])).toMatchObject({
    accepted: 2,
    held: 3,
    rejected: 7,
  })
  expect((await app.get('/api/historicalLiquidity/base:0x1', { pro: true })).body).toEqual([
    {
      date: 1_767_312_000,
      liquidity: null,
      liquidityUsd: 3,
      volume24h: null,
      priceImpact1Percent: 5,
      priceImpact2Percent: 5,
      pools: 2,
      carriedPools: 0,
    },
  ])
})
