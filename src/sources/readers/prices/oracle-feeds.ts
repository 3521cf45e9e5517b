import Type, { type Static } from 'typebox'
import { parseAbiItem } from 'viem'
import { at } from '../../../lib/at.ts'
import { nothingSeen, type SeenPrice } from '../../model/observations.ts'
import type { ReaderKind } from '../../model/reader-kind.ts'
import { callEach } from '../parts/call-each.ts'
import { address, closed, coinId, oneOrMore, spelledCoin } from '../parts/settings.ts'

const settings = Type.Object({
  feeds: oneOrMore(
    closed(
      {
        feed: address,
        coins: Type.Array(coinId, {
          minItems: 1,
          uniqueItems: true,
          description: 'the coins it gives the price of, at least one',
        }),
        heartbeatSec: Type.Integer({
          minimum: 1,
          maximum: 30 * 86_400,
          description: 'seconds after which a response is too old',
        }),
        inCoin: Type.Optional(coinId),
      },
      'a feed: { "feed": …, "coins": […], "heartbeatSec": … }',
    ),
    'a list of feeds, at least one',
  ),
})
type Settings = Static<typeof settings>

/** What a feed answered; null where it did not. */
type Payload = ({ result: bigint; decimals: number; updatedSec: number } | null)[]

const DECIMALS = parseAbiItem('function decimals() view returns (uint8)')
const LATEST = parseAbiItem(
  'function latestRoundData() view returns (uint80 roundId, int256 answer, uint256 startedAt, uint256 updatedAt, uint80 answeredInRound)',
)
// coins.md#price-records: what is derived is trusted less than the market itself.
const CONFIDENCE = 0.98

export const oracleFeeds: ReaderKind<Settings, Payload> = {
  kind: 'oracle-feeds',
  version: 1,
  pricesOnly: true,
  settings,
  methodology: () =>
    'The last response of each oracle feed, unless it is older than the feed’s heartbeat or not above zero.',

  async extract(chain, { feeds }) {
    const addresses = feeds.map(({ feed }) => feed)
    return (await callEach(chain, addresses, [DECIMALS, LATEST])).map(([decimals, latest]) => {
      if (!decimals.ok || !latest.ok) return null
      const [, result, , updatedAt] = latest.value as readonly [bigint, bigint, bigint, bigint]
      return { result, decimals: Number(decimals.value), updatedSec: Number(updatedAt) }
    })
  },

  transform(results, { feeds }, { atSec }) {
    const prices = feeds.flatMap(({ coins, heartbeatSec, inCoin }, index): SeenPrice[] => {
      const last = at(results, index)
      if (last === null || last.result <= 0n) return []
      if (last.updatedSec > atSec || atSec - last.updatedSec > heartbeatSec) return []
      const priceUsd = Number(`${last.result}e-${last.decimals}`)
      const relative = inCoin === undefined ? {} : { inCoin: spelledCoin(inCoin) }
      return coins.map((coin) => ({
        coin: spelledCoin(coin),
        atSec,
        priceUsd,
        confidence: CONFIDENCE,
        ...relative,
      }))
    })
    return { ...nothingSeen(), prices }
  },
}
