import Type, { type Static } from 'typebox'
import { parseAbiItem } from 'viem'
import { at } from '../../../lib/at.ts'
import { nothingSeen, type SeenPrice } from '../../model/observations.ts'
import type { ReaderKind } from '../../model/reader-kind.ts'
import { address } from '../parts/settings.ts'
import { coinId, spelledCoin } from './coin-id.ts'

const settings = Type.Object({
  feeds: Type.Array(
    Type.Object(
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
          description: 'seconds after which an answer is too old',
        }),
        inCoin: Type.Optional(coinId),
      },
      {
        additionalProperties: false,
        description: 'a feed: { "feed": …, "coins": […], "heartbeatSec": … }',
      },
    ),
    { minItems: 1, description: 'a list of feeds, at least one' },
  ),
})
type Settings = Static<typeof settings>

/** What a feed answered; null where it did not. */
type Payload = ({ answer: bigint; decimals: number; updatedSec: number } | null)[]

const DECIMALS = parseAbiItem('function decimals() view returns (uint8)')
const LATEST = parseAbiItem(
  'function latestRoundData() view returns (uint80 roundId, int256 answer, uint256 startedAt, uint256 updatedAt, uint80 answeredInRound)',
)
// Semantics 3.1: what is derived is trusted less than the market itself.
const CONFIDENCE = 0.98

/** Prices that oracles put on the chain. */
export const oracleFeeds: ReaderKind<Settings, Payload> = {
  kind: 'oracle-feeds',
  version: 1,
  pricesOnly: true,
  settings,
  methodology: () =>
    'The last answer of each oracle feed, unless it is older than the feed’s heartbeat or not above zero.',

  async extract(chain, { feeds }) {
    const answers = await chain.callMany(
      feeds.flatMap(({ feed }) => [DECIMALS, LATEST].map((abi) => ({ target: feed, abi }))),
    )
    return feeds.map((_, index) => {
      const [decimals, latest] = [at(answers, 2 * index), at(answers, 2 * index + 1)]
      if (!decimals.ok || !latest.ok) return null
      const [, answer, , updatedAt] = latest.value as readonly [
        bigint,
        bigint,
        bigint,
        bigint,
        bigint,
      ]
      return { answer, decimals: Number(decimals.value), updatedSec: Number(updatedAt) }
    })
  },

  transform(answers, { feeds }, { atSec }) {
    const prices = feeds.flatMap(({ coins, heartbeatSec, inCoin }, index): SeenPrice[] => {
      const last = at(answers, index)
      if (
        last === null ||
        last.answer <= 0n ||
        atSec - last.updatedSec > heartbeatSec ||
        last.updatedSec > atSec
      )
        return []
      const priceUsd = Number(`${last.answer}e-${last.decimals}`)
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
