import { createHash } from 'node:crypto'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { LiveSource, Timestamp } from '../../model/live-source.ts'
import type { Observations, SeenGap } from '../../model/observations.ts'
import { blockBefore } from '../parts/block-before.ts'
import type { Instance } from './instance.ts'

const PRICES = 'prices'

let hash: string | undefined

/** The code does not change while it runs, and hashing it takes a while. */
function programHash(): string {
  hash ??= hashReaderCode()
  return hash
}

export function toLiveSource(instance: Instance): LiveSource {
  const { id, kind, settings, methodology, cadence, step, codeHash } = instance
  return {
    id: `reader:${id}`,
    belongsTo: kind.pricesOnly ? PRICES : settings.protocol,
    chains: [settings.chain],
    ...{ cadence, step, codeHash, programHash },
    methodology,
    methodologyVersion: kind.version,
    hasPast: true,
    async collect({ atSec, fromSec, reader }: Timestamp) {
      const chain = await reader(settings.chain)
      const earlierTrips = chain.roundTrips
      // There is nothing to read before the protocol's start.
      const before = kind.levelsOnly
        ? chain.block
        : await blockBefore(chain, Math.max(fromSec, settings.startSec))
      const range = { atSec, fromSec, fromBlock: before.number }
      const payload = await kind.extract(chain, settings, range)
      const seen = kind.transform(payload, settings, range)
      const described =
        settings.about === undefined
          ? []
          : [{ id: settings.protocol, methodology, ...settings.about }]
      const observations = {
        ...seen,
        protocols: [...seen.protocols, ...described],
        gaps: [...seen.gaps, ...(kind.pricesOnly ? priceGaps(id, seen) : [])],
      }
      return {
        observations,
        blocks: [{ chain: settings.chain, block: chain.block }],
        roundTrips: chain.roundTrips - earlierTrips,
      }
    },
  }
}

/** Prices that are missing make holdings worthless, so a source of prices says when it has none. */
function priceGaps(id: string, { prices, tokens }: Observations): SeenGap[] {
  const hasAny = prices.length > 0 || tokens.some(({ redirect }) => redirect !== undefined)
  return hasAny ? [] : [{ of: id, what: 'it gave no price' }]
}

const SOURCES = join(import.meta.dirname, '../../..')
/** Code that decides what a reader reads and how it is valued. */
const READERS = ['sources/{chain,model,prices,readers}/**/*.ts', 'domains/*/ingest/**/*.ts']
const NO_CODE = /\.test\.ts$|-for-tests\.ts$/

/** Hash of the code of all readers: two runs with the same one were made by the same code. */
export function hashReaderCode(folder: string = SOURCES): string {
  const hash = createHash('sha256')
  const files = globSync(READERS, { cwd: folder }).filter((path) => !NO_CODE.test(path))
  for (const path of files.sort())
    hash.update(`${path}\0${readFileSync(join(folder, path), 'utf8')}\0`)
  return hash.digest('hex')
}
