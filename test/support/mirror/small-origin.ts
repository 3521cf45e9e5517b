import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { remoteOperations } from '../../../src/commands/control-client.ts'
import type { Program } from '../program.ts'
import { NOW_SEC } from '../test-app.ts'

const DAY_SEC = 86_400
const TODAY_SEC = NOW_SEC - (NOW_SEC % DAY_SEC)
const MORE_TVL_USD = 1_000
const MORE_FEES_USD = 10
const NO_LISTS = {
  auditLinks: [],
  previousNames: [],
  tags: [],
  forkedFrom: [],
  oracles: [],
  governanceIds: [],
  codeRepos: [],
}
const NO_FLAGS = {
  doubleCounted: false,
  misrepresentedTokens: false,
  excludedFromParent: false,
  deprecated: false,
  rugged: false,
  wrongLiquidity: false,
}

/** A service with a few protocols on two chains, whose days a test adds and rewrites. */
export class SmallOrigin {
  readonly #program: Program
  readonly #protocols: number
  #files = 0

  constructor(program: Program, protocols: number) {
    this.#program = program
    this.#protocols = protocols
  }

  /** Protocols, and days up to so many days ago. */
  async fill({ days, lastDaysAgo }: { days: number; lastDaysAgo: number }): Promise<void> {
    const ids = this.#ids()
    await this.#import(
      'protocols',
      ids.map((id) => ({ id, name: `Protocol ${id}`, category: 'Dexs', ...NO_LISTS, ...NO_FLAGS })),
    )
    const ago = Array.from({ length: days }, (_, index) => lastDaysAgo + days - 1 - index)
    await this.#import(
      'tvl',
      ago.flatMap((daysAgo) => ids.flatMap((id) => tvlRows(id, daysAgo))),
    )
    await this.#import(
      'dimension_days',
      ago.flatMap((daysAgo) => ids.flatMap((id) => feeRows(id, daysAgo))),
    )
    await this.addHack('First', 30)
  }

  /** A new day of all protocols; a past day of one says something else, as in `rewrite`. */
  async addDay(daysAgo: number, rewritten: { id: string; daysAgo: number }): Promise<void> {
    const ids = this.#ids()
    const rewrittenTvl = tvlRows(rewritten.id, rewritten.daysAgo, MORE_TVL_USD)
    const rewrittenFees = feeRows(rewritten.id, rewritten.daysAgo, MORE_FEES_USD)
    await this.#import('tvl', [...ids.flatMap((id) => tvlRows(id, daysAgo)), ...rewrittenTvl])
    await this.#import('dimension_days', [
      ...ids.flatMap((id) => feeRows(id, daysAgo)),
      ...rewrittenFees,
    ])
  }

  /** A past day of one protocol says something else: 1,000 more of TVL, 10 more of fees. */
  async rewrite(id: string, daysAgo: number): Promise<void> {
    await this.#import('tvl', tvlRows(id, daysAgo, MORE_TVL_USD))
    await this.#import('dimension_days', feeRows(id, daysAgo, MORE_FEES_USD))
  }

  async addHack(name: string, daysAgo: number): Promise<void> {
    const atSec = TODAY_SEC - daysAgo * DAY_SEC
    await this.#import('hacks', [
      { id: name, atSec, name, amountUsd: 5, chains: ['ethereum'], bridgeHack: false },
    ])
  }

  #ids(): string[] {
    return Array.from({ length: this.#protocols }, (_, index) => String(index + 1))
  }

  async #import(fact: string, rows: readonly object[]): Promise<void> {
    this.#files++
    const path = join(this.#program.dataDir, `rows-${this.#files}.ndjson`)
    writeFileSync(path, rows.map((row) => JSON.stringify(row)).join('\n'))
    // What `almanac import` does, without starting a program for each file.
    const options = { fact, files: [path], rejectsDir: this.#program.dataDir }
    const { rejected } = await remoteOperations(this.#program.dataDir).importFiles(options)
    if (rejected > 0) throw new Error(`${rejected} rows of ${fact} were rejected.`)
  }
}

function tvlRows(protocol: string, daysAgo: number, more = 0) {
  const atSec = TODAY_SEC - daysAgo * DAY_SEC
  const tvlUsd = Number(protocol) * 1_000_000 - daysAgo * 1_000 + more
  return [
    { protocol, chain: 'ethereum', section: 'tvl', atSec, tvlUsd },
    { protocol, chain: 'base', section: 'tvl', atSec, tvlUsd: tvlUsd / 2 },
    { protocol, chain: 'base', section: 'staking', atSec, tvlUsd: tvlUsd / 10 },
  ]
}

function feeRows(protocol: string, daysAgo: number, more = 0) {
  const figure = { metric: 'fees', protocol, dataType: 'dailyFees', version: '', label: '' }
  const atSec = TODAY_SEC - daysAgo * DAY_SEC
  return ['ethereum', 'base'].map((chain) => ({
    ...figure,
    chain,
    atSec,
    valueUsd: Number(protocol) * 100 + daysAgo + more,
  }))
}
