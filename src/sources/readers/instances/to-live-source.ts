import type { LiveSource, Moment } from '../../model/live-source.ts'
import type { Observations, SeenGap } from '../../model/observations.ts'
import { blockBefore } from '../parts/block-before.ts'
import type { Instance } from './instance.ts'
import { hashReaderCode } from './program-hash.ts'

const PRICES = 'prices'

let hash: string | undefined

/** The code does not change while it runs, and hashing it takes a while. */
function programHash(): string {
  hash ??= hashReaderCode()
  return hash
}

/** An instance as a live source. */
export function toLiveSource({
  id,
  kind,
  settings,
  cadence,
  step,
  methodology,
  codeHash,
}: Instance): LiveSource {
  return {
    id: `reader:${id}`,
    belongsTo: kind.pricesOnly ? PRICES : settings.protocol,
    chains: [settings.chain],
    cadence,
    step,
    codeHash,
    programHash,
    methodology,
    methodologyVersion: kind.version,
    hasPast: true,
    async collect({ atSec, fromSec, reader }: Moment) {
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
