import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { NOW_SEC, TestApp } from '../../../test/support/test-app.ts'
import { importFiles } from '../../runs/import/import-files.ts'
import { HOUR } from './price-facts-for-tests.ts'

const AT = NOW_SEC - HOUR
let app: TestApp

beforeAll(async () => {
  app = await TestApp.start()
})

afterAll(() => app.stop())

/** Imports lines of CSV as the command line does. */
async function importCsv(fact: string, lines: readonly string[]) {
  const path = join(app.dataDir, `${fact}.csv`)
  await writeFile(path, `${lines.join('\n')}\n`)
  return importFiles(app.app.store, app.app.clock, { fact, files: [path], rejectsDir: app.dataDir })
}

describe('prices', () => {
  test('behavior: a price that is trusted less than 0.3 is kept but never served', async () => {
    const summary = await importCsv('prices', [
      'coin,atSec,priceUsd,confidence',
      `base:0x1,${AT},1,0.29`,
      `base:0x2,${AT},2,0.3`,
      `base:0x3,${AT},3,`,
    ])
    expect(summary).toMatchObject({ held: 1, rejected: 0 })
    expect(
      (await app.get('/prices/current/base:0x1,base:0x2,base:0x3?include=missing')).body,
    ).toMatchObject({
      coins: {
        'base:0x2': { price: 2, confidence: 0.3 },
        'base:0x3': { price: 3, confidence: null },
      },
      missing: { 'base:0x1': 'unknown coin' },
    })
  })

  test('behavior: ids are found whatever their spelling was in the file', async () => {
    await importCsv('tokens', [
      'coin,symbol,decimals,redirect',
      'Ethereum:0xABC,ABC,18,Aggregator:Abc',
      'SOL:AbC,SOL,9,',
    ])
    await importCsv('prices', [
      'coin,atSec,priceUsd,confidence',
      `AGGREGATOR:ABC,${AT},5,0.9`,
      `Solana:AbC,${AT},6,0.9`,
    ])
    expect((await app.get('/prices/current/1:0xabc,solana:AbC')).body).toMatchObject({
      coins: {
        '1:0xabc': { symbol: 'ABC', decimals: 18, price: 5 },
        'solana:AbC': { symbol: 'SOL', price: 6 },
      },
    })
  })

  test('behavior: what is no price from 0 up, or no confidence from 0 to 1, is rejected', async () => {
    const wrong = ['-1,0.9', 'abc,0.9', ',0.9', 'NaN,0.9', '1,1.1', '1,-0.1'].map(
      (values, index) => `base:0x9,${AT + index},${values}`,
    )
    const right = ['0,0.9', '1,1'].map((values, index) => `base:0x10,${AT + index},${values}`)
    expect(
      await importCsv('prices', ['coin,atSec,priceUsd,confidence', ...wrong, ...right]),
    ).toMatchObject({ accepted: 2, rejected: 6 })
  })
})

describe('blocks', () => {
  test('behavior: chains are found whatever their spelling was in the file', async () => {
    await importCsv('blocks', ['chain,atSec,height', `OP Mainnet,${AT},77`, `56,${AT},88`])
    expect((await app.get(`/block/optimism/${AT}`)).body).toEqual({ height: 77, timestamp: AT })
    expect((await app.get(`/block/BSC/${AT}`)).body).toEqual({ height: 88, timestamp: AT })
  })

  test('behavior: a height below 0 is rejected', async () => {
    expect(
      await importCsv('blocks', ['chain,atSec,height', `base,${AT},-1`, `base,${AT - 1},1`]),
    ).toMatchObject({ rejected: 1 })
  })
})
