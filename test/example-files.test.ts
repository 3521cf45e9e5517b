import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { importFiles } from '../src/runs/import/import-files.ts'
import { ROOT } from './support/source-files.ts'
import { TestApp } from './support/test-app.ts'

const FOLDER = join(ROOT, 'data/examples')
const FACTS = readdirSync(FOLDER)
  .filter((name) => name.endsWith('.csv'))
  .map((name) => name.replace('.csv', ''))

let service: TestApp

beforeAll(async () => {
  service = await TestApp.start()
})
afterAll(() => service.stop())

const importExample = (fact: string) =>
  importFiles(service.app.store, service.app.clock, {
    fact,
    files: [join(FOLDER, `${fact}.csv`)],
    rejectsDir: service.dataDir,
    strict: true,
  })

const get = async (url: string) => (await service.get(url, { pro: true })).body

describe('data/examples', () => {
  test('behavior: there is an example for each fact that no free source brings', () => {
    expect(FACTS.sort()).toEqual([
      'dat_institutions',
      'dat_shares',
      'dat_transactions',
      'etf_days',
      'etf_splits',
      'etfs',
      'pre_ipo_companies',
      'pre_ipo_marks',
      'pre_ipo_rounds',
    ])
  })

  test.each(FACTS)(
    'default: %s is imported as it is, with nothing rejected or held',
    async (fact) => {
      const { accepted, rejected, held, ignoredColumns } = await importExample(fact)
      expect({ rejected, held, ignoredColumns }).toEqual({
        rejected: 0,
        held: 0,
        ignoredColumns: [],
      })
      expect(accepted).toBeGreaterThan(0)
    },
  )

  test('behavior: funds are served with their flows', async () => {
    // The fund's own figure of the day: 5.1 million in.
    expect(await get('/etfs/flows')).toContainEqual(
      expect.objectContaining({ aggregator_id: 'bitcoin', total_flow_usd: 5_100_000 }),
    )
  })

  test('behavior: a private company is served', async () => {
    expect(JSON.stringify(await get('/pre-ipo/v1/companies-list'))).toContain('Northwind Robotics')
  })

  test('behavior: a corporate treasury holds what was bought without what was sold', async () => {
    // 100 bought, 20 sold.
    expect(await get('/dat/institutions/EXCO')).toMatchObject({
      assets: { bitcoin: { amount: 80 } },
    })
  })
})
