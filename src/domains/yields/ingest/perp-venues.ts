import venueList from '../../../../data/perp-venues.json' with { type: 'json' }
import {
  type Members,
  parseJson,
  readMembers,
  readNumber,
  readSec,
  requireText,
  UnknownShape,
} from '../../../sources/mirror/read-value.ts'
import type { FetchSource } from '../../../sources/model/fetch-source.ts'
import { perpSamples } from '../facts.ts'
import { poolIdOf } from '../pool-id.ts'

/** Where a venue publishes its perpetual markets, and what its members are called. */
export interface Venue {
  id: string
  marketplace: string
  url: string
  /** Lists of markets, joined by `key`; `list` is the path to the list, empty for the body itself. */
  requests: { path: string; list: string; key: string }[]
  /** Matches the tickers of perpetual markets; the first group is the asset that is traded. */
  market: string
  members: {
    fundingRate: string
    fundingRatePrevious?: string
    fundingTimePrevious?: string
    nextFunding?: string
    indexPrice?: string
    markPrice?: string
    /** Members whose product is the open interest in US dollars. */
    openInterestUsd?: string[]
  }
}

interface Payload {
  lists: { label: string; body: unknown; list: string; key: string }[]
  atSec: number
}

/** One source per venue, so that each has its own state and back-off. */
export const perpVenues: readonly FetchSource[] = venueList.map(perpVenue)

export function perpVenue(venue: Venue): FetchSource<undefined, Payload> {
  return {
    name: `perps-${venue.id}`,
    describe: `Funding and open interest of perpetual markets: ${venue.marketplace}`,
    methodology:
      'Every market of the venue with its coming funding rate, prices and, where the venue gives it for all markets in one response, open interest in US dollars. The last settled rate is taken only where the venue names it.',
    version: 1,
    terms: 'Public market data of the venue, under its terms of use; some countries are refused.',
    key: 'none',
    settings: [{ name: 'url', describe: 'URL of the venue', byDefault: venue.url, isUrl: true }],
    facts: [perpSamples],
    step: 'hour',
    cadence: '5 * * * *',
    hasPast: false,
    limits: () => ({ concurrency: 1, ratePerSec: 2 }),

    async extract(fetcher, { settings }) {
      const lists: Payload['lists'] = []
      let atSec = 0
      for (const { path, list, key } of venue.requests) {
        const fetched = await fetcher.getWhole(`${settings.url}${path}`)
        lists.push({ label: path, body: parseJson(fetched.body, path), list, key })
        atSec = fetched.atSec
      }
      return { lists, atSec }
    },

    transform: (payload) => [{ fact: perpSamples, rows: listSamples(venue, payload) }],
  }
}

function listSamples(venue: Venue, { lists, atSec }: Payload): Record<string, unknown>[] {
  const pattern = new RegExp(venue.market)
  const markets = joinLists(lists)
  const rows = [...markets].flatMap(([market, members]) => {
    const baseAsset = pattern.exec(market)?.[1]
    const sample = baseAsset === undefined ? null : readSample(venue, market, members)
    return sample === null
      ? []
      : {
          pool: poolIdOf(`${venue.marketplace}:${market}`),
          atSec,
          marketplace: venue.marketplace,
          market,
          baseAsset,
          chain: null,
          ...sample,
        }
  })
  // Tickers or members that were renamed would look like a venue without markets.
  if (rows.length === 0)
    throw new UnknownShape(venue.requests[0]?.path ?? venue.id, 'has no perpetual market')
  return rows
}

/** Members of all lists by ticker; a market that the first list lacks is left out. */
function joinLists(lists: Payload['lists']): Map<string, Members> {
  const joined = new Map<string, Members>()
  for (const [index, { label, body, list, key }] of lists.entries()) {
    for (const [place, item] of listAt(body, list, label).entries()) {
      const members = readMembers(item, `${label}: ${list}[${place}]`)
      const market = requireText(members[key], `${label}: ${list}[${place}].${key}`)
      const known = joined.get(market)
      if (index === 0 || known !== undefined) joined.set(market, { ...known, ...members })
    }
  }
  return joined
}

function listAt(body: unknown, path: string, label: string): readonly unknown[] {
  const names = path === '' ? [] : path.split('.')
  const found = names.reduce((value, name) => readMembers(value, `${label}: ${path}`)[name], body)
  if (!Array.isArray(found)) throw new UnknownShape(`${label}: ${path}`, 'is not a list of markets')
  return found
}

/** Null for a market without funding, such as a dated future. */
function readSample({ members: names }: Venue, market: string, members: Members) {
  const number = (name: string | undefined) =>
    name === undefined ? null : readNumber(members[name], `${market}.${name}`)
  const timestamp = (name: string | undefined) => {
    const sec = name === undefined ? null : readSec(members[name], `${market}.${name}`)
    return sec === 0 ? null : sec
  }
  const fundingRate = number(names.fundingRate)
  if (fundingRate === null) return null
  const factors = names.openInterestUsd?.map(number) ?? [null]
  const openInterestUsd = factors.reduce<number | null>(
    (product, factor) => (product === null || factor === null ? null : product * factor),
    1,
  )
  return {
    fundingRate,
    fundingRatePrevious: number(names.fundingRatePrevious),
    fundingTimePreviousSec: timestamp(names.fundingTimePrevious),
    nextFundingSec: timestamp(names.nextFunding),
    openInterestUsd,
    indexPrice: number(names.indexPrice),
    markPrice: number(names.markPrice),
  }
}
