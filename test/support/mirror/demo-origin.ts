import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { remoteOperations } from '../../../src/commands/control-client.ts'
import { at } from '../../../src/lib/at.ts'
import { putDemo, SMALL_DEMO } from '../demo-dir.ts'
import { Program } from '../program.ts'
import { NOW_ISO, NOW_SEC, TEST_KEY } from '../test-app.ts'
import { makeEngineDir } from '../worker-engine.ts'

type Row = Record<string, unknown>

/** Figures that are rewritten: those of the newest timestamp of one series, which lists show. */
const REWRITTEN = [
  { fact: 'tvl', series: 'protocol', figure: 'tvlUsd' },
  { fact: 'dimension_days', series: 'protocol', figure: 'valueUsd' },
  { fact: 'stablecoin_supply', series: 'asset', figure: 'minted' },
  { fact: 'yield_samples', series: 'pool', figure: 'apyBasePct' },
  { fact: 'perp_samples', series: 'pool', figure: 'fundingRate' },
  { fact: 'pre_ipo_marks', series: 'company', figure: 'valuationUsd' },
] as const
export const REWRITTEN_FACTS = REWRITTEN.map(({ fact }) => fact)
const FACTS_PER_CYCLE = 2

/** A service of its own with the last days of the demo world. */
export class DemoOrigin {
  readonly program: Program
  readonly url: string
  readonly key = TEST_KEY
  readonly #newest = new Map<string, Row[][]>()
  #files = 0

  private constructor(program: Program, url: string) {
    this.program = program
    this.url = url
  }

  static async start(): Promise<DemoOrigin> {
    const program = new Program({
      ALMANAC_CLOCK: NOW_ISO,
      ALMANAC_BOOTSTRAP_KEY: TEST_KEY,
      ALMANAC_FREE_RATE: '1000000',
      ALMANAC_PRO_RATE: '1000000',
      ALMANAC_PRO_CREDITS: '100000000',
    })
    // The worker's engine makes way: there is one data directory at a time in a process.
    await makeEngineDir()
    await putDemo(program.dataDir, NOW_ISO, { ...SMALL_DEMO, share: 0.05 })
    const { origin } = await program.serve()
    return new DemoOrigin(program, origin)
  }

  /** A new incident, and figures of two facts that become half as large again, rounded. */
  async change(cycle: number): Promise<void> {
    await this.#import('hacks', [
      {
        id: `cycle ${cycle}`,
        name: `Cycle ${cycle}`,
        atSec: NOW_SEC - cycle * 86_400,
        amountUsd: cycle,
      },
    ])
    for (let place = 0; place < FACTS_PER_CYCLE; place++) {
      const index = (cycle * FACTS_PER_CYCLE + place) % REWRITTEN.length
      const { fact, series, figure } = at(REWRITTEN, index)
      const all = this.#newest.get(fact) ?? (await this.#readNewest(fact, series))
      this.#newest.set(fact, all)
      const rows = at(all, cycle % all.length)
      await this.#import(
        fact,
        rows.map((row) => ({ ...row, [figure]: halfMore(row[figure]) })),
      )
    }
  }

  /** The rows of the newest timestamp of each series. */
  async #readNewest(fact: string, series: string): Promise<Row[][]> {
    const chunks: Uint8Array[] = []
    await remoteOperations(this.program.dataDir).exportFact({
      fact,
      format: 'ndjson',
      write: async (bytes) => void chunks.push(bytes),
    })
    const lines = Buffer.concat(chunks).toString('utf8').trim().split('\n')
    const rows = lines.map((line) => JSON.parse(line) as Row)
    return [...Map.groupBy(rows, (row) => row[series]).values()].map((own) => {
      const newestSec = Math.max(...own.map(({ atSec }) => Number(atSec)))
      return own.filter(({ atSec }) => Number(atSec) === newestSec)
    })
  }

  async #import(fact: string, rows: readonly Row[]): Promise<void> {
    this.#files++
    const path = join(this.program.dataDir, `rows-${this.#files}.ndjson`)
    writeFileSync(path, rows.map((row) => JSON.stringify(row)).join('\n'))
    const options = { fact, files: [path], rejectsDir: this.program.dataDir, trusted: true }
    const { rejected } = await remoteOperations(this.program.dataDir).importFiles(options)
    if (rejected > 0) throw new Error(`${rejected} rows of ${fact} were rejected.`)
  }
}

/** Some figures are served in whole units, so that others would differ by rounding. */
function halfMore(figure: unknown): unknown {
  if (typeof figure !== 'number') return figure
  return Math.abs(figure) < 100 ? figure * 1.5 : Math.round(figure * 1.5)
}
