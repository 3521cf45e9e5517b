import { join } from 'node:path'
import { expect } from 'vitest'
import { mirrored, routes } from '../../../src/app.ts'
import { mirrorOperations } from '../../../src/commands/mirror-operations.ts'
import { Program } from '../program.ts'
import { NOW_ISO, TEST_KEY, TestApp } from '../test-app.ts'
import { comparePath, describeComparison } from './compare-operations.ts'
import { SmallOrigin } from './small-origin.ts'

export const PROTOCOLS = 15
export const DAYS = 20
export const LAST_DAYS_AGO = 7
export const DOMAINS = ['tvl', 'dimensions', 'hacks']
const PATHS = [
  '/api/protocols',
  '/api/protocol/protocol-1',
  '/api/protocol/protocol-5',
  '/api/protocol/protocol-7',
  '/api/v2/chains',
  '/api/v2/historicalChainTvl',
  '/api/v2/historicalChainTvl/Base',
  '/api/overview/fees',
  '/api/summary/fees/protocol-3',
  '/api/v2/chart/fees/chain-breakdown',
  '/api/hacks',
]

export const PAIR_SETTINGS = {
  ALMANAC_CLOCK: NOW_ISO,
  ALMANAC_DEMO: 'off',
  ALMANAC_BOOTSTRAP_KEY: TEST_KEY,
  ALMANAC_FREE_RATE: '1000000',
  ALMANAC_PRO_RATE: '1000000',
  ALMANAC_PRO_CREDITS: '100000000',
}

/** A service with a few protocols, in a process of its own, and an empty one that mirrors it. */
export class MirrorPair {
  readonly small: SmallOrigin
  readonly url: string
  readonly #program: Program
  readonly #mirror: TestApp

  private constructor(program: Program, url: string, small: SmallOrigin, mirror: TestApp) {
    this.#program = program
    this.url = url
    this.small = small
    this.#mirror = mirror
  }

  static async start(): Promise<MirrorPair> {
    const program = new Program(PAIR_SETTINGS)
    const { origin } = await program.serve()
    const small = new SmallOrigin(program, PROTOCOLS)
    await small.fill({ days: DAYS, lastDaysAgo: LAST_DAYS_AGO })
    return new MirrorPair(program, origin, small, await TestApp.start())
  }

  operations() {
    const { store, clock } = this.#mirror.app
    return mirrorOperations(store, clock, { mirrored, routes })
  }

  cycle() {
    return this.operations().mirrorCycle({
      base: this.url,
      key: TEST_KEY,
      domains: DOMAINS,
      sinceSec: 0,
      ratePerSec: 100_000,
      concurrency: 4,
      isDryRun: false,
      workDir: join(this.#mirror.dataDir, 'spool'),
    })
  }

  /** Every response of the mirror is that of its origin. */
  async expectEqual(): Promise<void> {
    for (const path of PATHS) {
      const compared = await comparePath({ url: this.url, key: TEST_KEY }, this.#mirror, path)
      const text = describeComparison({ operation: '', path, ...compared })
      expect(compared.leaves, text).toBeGreaterThan(0)
      expect(compared.equal, text).toBe(compared.leaves)
    }
  }

  async stop(): Promise<void> {
    await this.#mirror.stop()
    await this.#program.stop()
  }
}
