import Type from 'typebox'
import { marketCap } from '../../../derive/market-cap.ts'
import {
  described,
  integer,
  nullableText,
  number,
  percent,
  string,
  usd,
} from '../../../http/described.ts'
import { minFilter } from '../../../http/lists/filter.ts'
import type { RequestContext } from '../../../http/route.ts'
import { mapOf, nullable } from '../../../http/schemas.ts'
import { HOUR_SEC } from '../../../lib/clock.ts'
import { field, record } from '../../../records/record.ts'
import { prices, priceTableState, supplies, supplyState } from '../../coins/public.ts'
import {
  chainFilter,
  chainNames,
  chains,
  protocolMembers,
  protocols,
  tokens,
} from '../../registry/public.ts'
import { hourlyChanges, PLAIN, recentTvlState, recordValues, tvlRecords } from '../../tvl/public.ts'
import { totalsUntilNow, wasRecordedLately } from '../derive/totals-until-now.ts'
import {
  type KnownToken,
  sumKnown,
  tokenBreakdowns,
  tokenClass,
  valuedHoldings,
} from '../derive/valued-holdings.ts'
import { OWN_TOKENS, treasuries, treasuryHoldings } from '../facts.ts'
import { type Holder, holdersState, newestHoldingsState } from '../read.ts'

const change = (since: string) => nullable(percent(`Change of tvl over ${since}`))

const breakdownRecord = record(
  {
    ownTokens: field(nullable(usd('Its own tokens')), 400_000),
    stablecoins: field(nullable(usd('Stablecoins')), 900_000),
    majors: field(nullable(usd('BTC and ETH in any form')), 300_000),
    others: field(nullable(usd('Everything else')), 50_000),
  },
  'TokenBreakdowns',
)

/** What is said of any holder of tokens. */
export const holderMembers = {
  name: protocolMembers.name,
  symbol: protocolMembers.symbol,
  url: protocolMembers.url,
  description: protocolMembers.description,
  logo: protocolMembers.logo,
  aggregator_id: protocolMembers.aggregator_id,
  rankingSiteId: protocolMembers.rankingSiteId,
  module: nullableText('Path of the adapter that measures it'),
  socialHandle: protocolMembers.socialHandle,
  slug: protocolMembers.slug,
}

const figuresRecord = record({
  chain: field(string('The only chain, or Multi-Chain'), 'Ethereum'),
  chains: field(chainNames('largest value first'), ['Ethereum']),
  tvl: field(
    nullable(number('USD without own tokens; null when nothing held has a price')),
    1_250_000,
  ),
  chainTvls: field(mapOf(Type.Number(), 'USD by `<Chain>`, `<Chain>-OwnTokens` and `OwnTokens`'), {
    Ethereum: 1_250_000,
    'Ethereum-OwnTokens': 400_000,
    OwnTokens: 400_000,
  }),
  change_1h: field(change('an hour'), -0.1),
  change_1d: field(change('a day'), 1.8),
  change_7d: field(change('seven days'), -3.5),
  tokenBreakdowns: field(
    described(breakdownRecord.schema, 'Value by kind of token'),
    breakdownRecord.example,
  ),
  mcap: field(nullable(number('Market cap of its own token, USD')), 9_000_000),
  holdingsAt: field(integer('When its holdings were recorded, Unix seconds'), 1_760_054_400),
})
export const figuresSchema = figuresRecord.members
export const exampleFigures = figuresRecord.example

/** What both lists have in common. */
export const listed = {
  table: '[]',
  list: {
    filters: {
      chain: chainFilter('chains'),
      minTvl: minFilter('tvl', 'Only with at least so much, US dollars', 1_000_000),
    },
  },
  reads: [treasuries, treasuryHoldings, tvlRecords, protocols, tokens, prices, supplies],
  nowStepSec: HOUR_SEC,
} as const

export type Figures = Record<keyof typeof figuresSchema, unknown> & { tvl: number | null }

/** Wanted holders with a record, largest first, unknown value last (treasuries.md). */
export async function listFigures(
  { snapshot, states, nowSec }: RequestContext,
  isWanted: (holder: Holder) => boolean,
): Promise<{ holder: Holder; figures: Figures }[]> {
  const holders = await states.get(holdersState, snapshot)
  const newest = await states.get(newestHoldingsState, snapshot)
  const recorded = await states.get(recentTvlState, snapshot)
  const priceTable = await states.get(priceTableState, snapshot)
  const supplies = await states.get(supplyState, snapshot)
  const tokenOf = remembered((coin) => ({
    tokenClass: tokenClass(priceTable.find(coin)?.symbol ?? null),
    price: priceTable.findNewestPrice(coin),
  }))
  const list = [...holders].flatMap(([id, holder]) => {
    const known = newest.get(id)
    if (known === undefined || !isWanted(holder)) return []
    const valued = valuedHoldings(known.holdings, new Set(holder.own), tokenOf, nowSec)
    const rows = valued.flatMap(({ chain, isOwn, usd }) =>
      usd === null ? [] : { chain, section: isOwn ? OWN_TOKENS : PLAIN, usd },
    )
    const values = recordValues(rows, (key) => chains.nameOf(key))
    const names = [
      ...new Set([...values.chains, ...valued.map(({ chain }) => chains.nameOf(chain))]),
    ]
    const tvl = sumKnown(valued.filter(({ isOwn }) => !isOwn))
    const issued = [holder.row, ...holder.members].flatMap(({ tokenCoin }) => tokenCoin ?? [])
    const mcaps = issued.flatMap(
      (coin) => marketCap(supplies.get(coin), priceTable.findNewestPrice(coin), nowSec) ?? [],
    )
    const before = recorded.get(holder.recordedAs ?? '') ?? { timesSec: [], totalsUsd: [] }
    const changes = hourlyChanges(totalsUntilNow(before, tvl, nowSec), nowSec)
    const figures = {
      chain: names.length === 1 ? (names[0] ?? '') : 'Multi-Chain',
      chains: names,
      tvl,
      chainTvls: values.chainTvls,
      ...changes,
      change_1h: wasRecordedLately(before, nowSec) ? changes.change_1h : null,
      tokenBreakdowns: tokenBreakdowns(valued),
      mcap: mcaps[0] ?? null,
      holdingsAt: known.newestSec,
    }
    return { holder, figures }
  })
  return list.sort((a, b) => (b.figures.tvl ?? -1) - (a.figures.tvl ?? -1))
}

/** Many holders hold the same tokens: each is looked up once. */
function remembered(find: (coin: string) => KnownToken): (coin: string) => KnownToken {
  const known = new Map<string, KnownToken>()
  return (coin) => {
    const token = known.get(coin) ?? find(coin)
    known.set(coin, token)
    return token
  }
}
