import { rmSync } from 'node:fs'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { makeEngineDir } from '../../../test/support/worker-engine.ts'
import { type Sql, sql } from '../../lib/sql.ts'
import { openEmbeddedEngine } from '../../store/embedded-engine.ts'
import type { Engine } from '../../store/engine.ts'
import { chainKeySql, chains } from './chains.ts'
import { coinIdSql, normalizeCoinId } from './coin-id.ts'

let folder: string
let engine: Engine

beforeAll(async () => {
  folder = await makeEngineDir()
  engine = await openEmbeddedEngine(folder)
})

afterAll(async () => {
  await engine.close()
  rmSync(folder, { recursive: true, force: true })
})

/** What the engine makes of each text, by a piece of SQL over the column `text`. */
async function ask(value: Sql, texts: readonly string[]): Promise<Map<string, string>> {
  const rows = await engine.query<{ text: string; made: string }>(
    sql`SELECT text, ${value} AS made FROM (SELECT arrayJoin({texts:Array(String)}) AS text)`,
    { texts: [...new Set(texts)] },
  )
  return new Map(rows.map((row) => [row.text, row.made]))
}

/** The program's answer; what is no coin id stays as it is written. */
const spell = (text: string) => normalizeCoinId(text) ?? text

describe('coinIdSql', () => {
  test('behavior: gives what normalizeCoinId gives', async () => {
    const texts = [
      'ethereum:0xabc',
      'Ethereum:0xABC',
      '1:0xABC',
      '56:0xABC',
      '-1:0xABC',
      '1 0:0xABC',
      ' 10 :0xABC',
      'Binance:0xABC',
      'OP Mainnet:0xABC',
      'op-mainnet:0xABC',
      'Arbitrum_Nova:0xABC',
      'solana:EPjFWdd5Auf',
      'SOL:EPjFWdd5Auf',
      'solana:lowercase',
      'eclipse:AbC',
      'starknet:0x49D',
      'Starknet:0x00049d',
      'STRK:49d',
      `starknet:0x${'ab'.repeat(33)}`,
      'aggregator:bitcoin',
      'AGGREGATOR:Bitcoin',
      'Ranking-Site:1027',
      'ranking site:1027',
      'coingecko:bitcoin',
      'CoinGecko:Bitcoin',
      'cmc:1027',
      'NewChain:0xABC',
      "it's a chain:0xABC",
      'sui:0x2::SUI::sui',
      'osmosis:ibc/27394FB',
      'ethereum: 0xABC',
      ' ethereum:0xABC ',
      'ethereum:0xabc\t',
      'ethereum:0xabc\n',
      'ethereum:ÉX',
      'ethereum:back\\slash',
      "ethereum:quo'te",
      '',
      ':',
      'bitcoin',
      ':0xabc',
      'ethereum:',
      ' ethereum: ',
    ]
    const made = await ask(coinIdSql(sql`text`), texts)
    expect(Object.fromEntries(made)).toEqual(
      Object.fromEntries(texts.map((text) => [text, spell(text)])),
    )
  })

  test('behavior: also for every name of every chain, and for whatever else is written', async () => {
    const { names } = chains.spellings()
    const prefix = fc.oneof(
      fc.constantFrom(...names, 'Aggregator', 'rankingSite', 'coingecko', 'CMC', 'Starknet'),
      fc.string({ maxLength: 8 }),
    )
    const id = fc
      .tuple(prefix, fc.constantFrom(':', ':0x', ' : ', ''), fc.string({ maxLength: 12 }))
      .map((parts) => parts.join(''))
    const texts = [
      ...fc.sample(id, { numRuns: 3_000, seed: 7 }),
      ...names.map((name) => `${name.toUpperCase()}:0xAbC`),
    ]
    const made = await ask(coinIdSql(sql`text`), texts)
    const wrong = [...made].filter(([text, id]) => id !== spell(text))
    expect(wrong).toEqual([])
  })

  test('behavior: nothing stays nothing', async () => {
    const [row] = await engine.query<{ made: null }>(
      sql`SELECT ${coinIdSql(sql`text`)} AS made FROM (SELECT CAST(NULL, 'Nullable(String)') AS text)`,
    )
    expect(row).toEqual({ made: null })
  })
})

describe('chainKeySql', () => {
  test('behavior: gives the key of whatever ChainDirectory finds, and leaves other texts as they are', async () => {
    const texts = [
      'Ethereum',
      'ETHEREUM',
      '1',
      '-1',
      '1 0',
      ' 10 ',
      'OP Mainnet',
      'op-mainnet',
      'Binance',
      'arbitrum_nova',
      'Arbitrum Nova',
      'No Such Chain',
      '',
      "it's",
      ...chains.list().flatMap((chain) => [chain.key, chain.name, ...chain.aliases]),
    ]
    const made = await ask(chainKeySql(sql`text`), texts)
    expect(Object.fromEntries(made)).toEqual(
      Object.fromEntries(texts.map((text) => [text, chains.find(text)?.key ?? text])),
    )
  })
})
