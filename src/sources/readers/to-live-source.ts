import type { LiveSource, Moment } from '../model/live-source.ts'
import { blockBefore } from './block-before.ts'
import type { Instance } from './instance.ts'

const PRICES = 'prices'

/** An instance as something that can be asked for a moment. */
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
    methodology,
    methodologyVersion: kind.version,
    hasPast: true,
    async collect({ atSec, fromSec, reader }: Moment) {
      const chain = await reader(settings.chain)
      const earlierTrips = chain.roundTrips
      // Nothing is looked for before the protocol began.
      const before = kind.levelsOnly
        ? chain.block
        : await blockBefore(chain, Math.max(fromSec, settings.startSec))
      const stretch = { atSec, fromSec, fromBlock: before.number }
      const payload = await kind.extract(chain, settings, stretch)
      const seen = kind.transform(payload, settings, stretch)
      const described =
        settings.about === undefined
          ? []
          : [{ id: settings.protocol, methodology, ...settings.about }]
      const observations = { ...seen, protocols: [...seen.protocols, ...described] }
      return {
        observations,
        blocks: [{ chain: settings.chain, block: chain.block }],
        roundTrips: chain.roundTrips - earlierTrips,
      }
    },
  }
}
