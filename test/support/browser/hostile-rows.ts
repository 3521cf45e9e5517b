import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { importFiles } from '../../../src/runs/import/import-files.ts'
import { NOW_SEC, type TestApp } from '../test-app.ts'

/** Names that people have found in real lists; each would leave a trace if a page ran it. */
export const HOSTILE_NAMES = [
  '<img src=x onerror="window.hit=1">',
  '"><script>window.hit=1</script>',
  '\u202Egnp.tsil\u202C <b>bold</b>',
  'W'.repeat(200),
  `${'👩‍👩‍👧‍👦'.repeat(8)} ${'͎̈́Z'.repeat(20)}`,
  'javascript:window.hit=1',
] as const

const IDS = ['x1', 'x2', 'x3', 'x4', 'x5', 'x6']
const HOUR_SEC = 3_600

type Row = Readonly<Record<string, unknown>>

/** Imports every kind of name the pages show, through the ordinary import. */
export async function importHostileRows(service: TestApp): Promise<void> {
  const named = HOSTILE_NAMES.map((name, index) => ({ name, id: String(IDS[index]), index }))
  const facts: Readonly<Record<string, readonly Row[]>> = {
    protocols: named.map(({ name, index }) => ({
      ...{ id: String(index + 1), name, symbol: name.slice(0, 60), category: 'Lending' },
      ...{ url: 'javascript:window.hit=1', description: name, methodology: name },
    })),
    tvl: named.flatMap(({ index }) =>
      [0, 24, 48].map((hours) => ({
        ...{ protocol: String(index + 1), chain: 'ethereum', section: 'tvl' },
        ...{ atSec: NOW_SEC - hours * HOUR_SEC, tvlUsd: 1_000_000 * (index + 1) },
      })),
    ),
    tokens: named.map(({ name, id }) => ({
      ...{ coin: `aggregator:${id}`, symbol: name.slice(0, 60), name },
    })),
    prices: named.map(({ id }) => ({ coin: `aggregator:${id}`, atSec: NOW_SEC, priceUsd: 1 })),
    stablecoins: named.map(({ name, index, id }) => ({
      ...{ id: String(index + 1), name, symbol: name.slice(0, 60), pegType: 'peggedUSD' },
      ...{ pegMechanism: 'fiat-backed', coin: `aggregator:${id}`, priceSource: 'aggregator' },
    })),
    stablecoin_supply: named.map(({ index }) => ({
      ...{
        asset: String(index + 1),
        chain: 'ethereum',
        atSec: NOW_SEC,
        minted: 1_000_000,
        unreleased: 0,
      },
    })),
    hacks: named.map(({ name, id }) => ({
      ...{ id, atSec: NOW_SEC - HOUR_SEC, name, classification: name, technique: name },
      ...{ amountUsd: 1_000_000, chains: ['ethereum'], link: 'javascript:window.hit=1' },
    })),
    raises: named.map(({ name, id }) => ({
      ...{ reporter: 'test', report: id, atSec: NOW_SEC - HOUR_SEC, name, round: name },
      ...{ amountMillionUsd: 1, leadInvestors: [name], link: 'javascript:window.hit=1' },
    })),
    bridges: named.map(({ name, index }) => ({
      ...{ id: index + 1, name: `bridge-${index}`, displayName: name },
    })),
    pre_ipo_companies: named.map(({ name, id, index }) => ({
      ...{ company: id, rank: index + 1, name, description: name, sector: name.slice(0, 60) },
      website: 'javascript:window.hit=1',
    })),
    dat_institutions: named.map(({ name, index }) => ({
      ...{ institution: index + 1, ticker: `ZX${index}`, country: 'US', name, type: 'Stock' },
    })),
    etfs: named.map(({ name, index }) => ({
      ...{ ticker: `ZX${index}`, issuer: name, name, type: 'Spot', asset: 'bitcoin', feePct: 0.2 },
    })),
    equity_listings: named.map(({ name, index }) => ({
      ...{ ticker: `ZX${index}`, country: 'US', companyName: name, currency: 'USD', rank: index },
    })),
  }
  for (const [fact, rows] of Object.entries(facts)) await importRows(service, fact, rows)
}

async function importRows({ app, dataDir }: TestApp, fact: string, rows: readonly Row[]) {
  const path = join(dataDir, `${fact}.ndjson`)
  writeFileSync(path, rows.map((row) => `${JSON.stringify(row)}\n`).join(''))
  const { store, clock } = app
  const summary = await importFiles(store, clock, { fact, files: [path], rejectsDir: dataDir })
  if (summary.accepted !== rows.length) throw new Error(`${fact}: ${JSON.stringify(summary)}`)
}
