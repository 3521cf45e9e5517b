import {
  type Members,
  readMembers,
  readNumber,
  readSec,
  readText,
  requireText,
  UnknownShape,
} from '../../../sources/mirror/read-value.ts'
import type { FetchSource, SettingValues } from '../../../sources/model/fetch-source.ts'

export const AGGREGATOR_PREFIX = 'aggregator:'
/** Coins that one request may name or return. */
export const MARKETS_PER_PAGE = 250
const REQUESTS_PER_MINUTE = 24

export const AGGREGATOR = 'price-aggregator'
export const AGGREGATOR_SETTINGS: FetchSource['settings'] = [
  {
    name: 'url',
    describe: 'its base URL, up to what stands before /coins/markets',
    isRequired: true,
    isUrl: true,
  },
  { name: 'key', describe: 'your key, if you have one', isSecret: true },
  { name: 'key-header', describe: 'header that the key is sent in', byDefault: 'x-api-key' },
  {
    name: 'rate',
    describe: 'requests a minute that your plan allows',
    byDefault: String(REQUESTS_PER_MINUTE),
  },
  { name: 'ids', describe: 'ids of further coins, separated by commas' },
]

/** A coin of a response of the aggregator. */
export type Market = ReturnType<typeof marketOf>

export function listMarkets(body: unknown, label: string): Market[] {
  if (!Array.isArray(body)) throw new UnknownShape(label, 'is not a list of coins')
  return body.map((item: unknown, index) => {
    const place = `${label}[${index}]`
    return marketOf(readMembers(item, place), place)
  })
}

function marketOf(members: Members, place: string) {
  const number = (member: string) => readNumber(members[member], `${place}.${member}`)
  return {
    coin: `${AGGREGATOR_PREFIX}${requireText(members.id, `${place}.id`).toLowerCase()}`,
    symbol: requireText(members.symbol, `${place}.symbol`).toUpperCase(),
    name: readText(members.name, `${place}.name`),
    priceUsd: number('current_price'),
    marketCapUsd: number('market_cap'),
    circulating: number('circulating_supply'),
    atSec: readSec(members.last_updated, `${place}.last_updated`),
  }
}

export function aggregatorLimits({ rate }: SettingValues) {
  const perMinute = Number(rate)
  return { concurrency: 1, ratePerSec: (perMinute > 0 ? perMinute : REQUESTS_PER_MINUTE) / 60 }
}

export function keyHeaders({ key, 'key-header': header }: SettingValues): Record<string, string> {
  return key === undefined || header === undefined ? {} : { [header]: key }
}
