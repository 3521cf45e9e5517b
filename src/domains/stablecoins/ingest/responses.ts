import { DAY_SEC, dayStart } from '../../../lib/clock.ts'
import { sql } from '../../../lib/sql.ts'
import { stableId } from '../../../lib/stable-id.ts'
import {
  type Members,
  readBool,
  readList,
  readMembers,
  readNumber,
  readOptionalMembers,
  readSec,
  readText,
  requireSec,
  requireText,
} from '../../../sources/mirror/read-value.ts'
import {
  type Call,
  listCoinsOf,
  type Mirrored,
  type ResponseReader,
  readItems,
  readObjects,
  rowsOf,
} from '../../../sources/mirror/response.ts'
import { prices } from '../../coins/public.ts'
import { fxRates, stablecoinBridged, stablecoinSupply, stablecoins } from '../facts.ts'
import { assetRecord } from '../records.ts'
import { splitBridged } from './bridged-response.ts'

const DETAIL = 'stablecoins.getAsset'

/** `/stablecoins`: which stablecoins there are, and which of them changed. */
const listStablecoins: ResponseReader = {
  operation: 'stablecoins.list',
  calls: [{ params: {}, query: { includePrices: 'true' } }],
  carries: [],
  details: (body, context) => {
    const assets = readList(readMembers(body, 'body').peggedAssets, 'peggedAssets')
    return readItems(assets, 'peggedAssets', context, (item, member): Call => {
      const { id, pegType, pegMechanism } = readMembers(item, member)
      return {
        operation: DETAIL,
        params: {
          asset: requireText(id, `${member}.id`),
          // Details of some services do not repeat these.
          pegType: readText(pegType, `${member}.pegType`) ?? '',
          pegMechanism: readText(pegMechanism, `${member}.pegMechanism`) ?? '',
        },
        mark: stableId(JSON.stringify(item)),
      }
    })
  },
  rows: () => [],
}

/** `/stablecoin/{id}`: what it is, and its supply by chain and day. */
const getAsset: ResponseReader = {
  operation: DETAIL,
  calls: 'listed',
  carries: [
    {
      fact: stablecoins,
      refill: 'whole',
      note: 'The coin whose price it has is that of the aggregator, else its own address.',
    },
    {
      fact: stablecoinSupply,
      refill: 'daily',
      note: 'The last report of each day, dated at its end; the newest at its own time.',
    },
    {
      fact: stablecoinBridged,
      refill: 'daily',
      note: 'Answers say what came to a chain and not from where: sources are worked out so that all sums stay, and marked extrapolated.',
    },
  ],
  rows: (body, context) => {
    const detail = readMembers(body, 'body')
    const id = requireText(detail.id, 'id')
    const lastReportSec = readSec(detail.lastReport, 'lastReport')
    const points = readPoints(detail).map((point) => ({
      ...point,
      atSec: timestampOf(point.dateSec, lastReportSec, context.atSec),
    }))
    // A carried point repeats an earlier report, and is carried here as well.
    const reported = points.filter(({ isCarried }) => !isCarried)
    const supply = reported.map(({ chain, atSec, minted, unreleased }) => ({
      asset: id,
      chain,
      atSec,
      minted,
      unreleased,
    }))
    const days = Map.groupBy(points, ({ atSec }) => atSec)
    const bridged = [...days].flatMap(([atSec, ofDay]) => {
      const isReported = (chain: string) =>
        ofDay.some((point) => point.chain === chain && !point.isCarried)
      // Tokens may come from a chain that did not report itself that day.
      return splitBridged(ofDay)
        .filter(({ chain }) => isReported(chain))
        .map((amount) => ({ asset: id, atSec, ...amount, quality: 'extrapolated' as const }))
    })
    return [
      rowsOf(stablecoins, [describe({ ...context.call.params, ...detail })]),
      rowsOf(stablecoinSupply, supply),
      rowsOf(stablecoinBridged, bridged),
    ]
  },
}

/** A later report of the same day must not be hidden by one that was mirrored earlier that day. */
function timestampOf(dateSec: number, lastReportSec: number | null, nowSec: number): number {
  const isLast = lastReportSec !== null && dayStart(lastReportSec) === dayStart(dateSec)
  if (isLast) return lastReportSec
  const endSec = dayStart(dateSec) + DAY_SEC - 1
  return Math.min(endSec, nowSec)
}

/** Services with plain points only say what circulates on each chain. */
function readPoints(detail: Members) {
  const member = detail.chainBalances === undefined ? 'chainCirculating' : 'chainBalances'
  const chains = readOptionalMembers(detail[member], member)
  return Object.entries(chains).flatMap(([chain, value]) => {
    const place = `${member}.${chain}`
    const [points, list] =
      member === 'chainBalances'
        ? [readMembers(value, place).tokens, `${place}.tokens`]
        : [value, place]
    return readList(points, list).flatMap((item) =>
      readPoint(chain, readMembers(item, `${list}[]`)),
    )
  })
}

function readPoint(chain: string, point: Members) {
  const dateSec = requireSec(point.date, `chainBalances.${chain}.tokens[].date`)
  const units = (name: string) => unitsOf(point[name], `chainBalances.${chain}.tokens[].${name}`)
  const circulating = units('circulating')
  if (circulating === null) return []
  const bridgedIn = units('bridgedTo') ?? 0
  const unreleased = units('unreleased') ?? 0
  // Services that do not say what was minted say what circulates.
  const minted = units('minted') ?? circulating
  const bridgedOut = Math.max(0, minted + bridgedIn - unreleased - circulating)
  const isCarried = readBool(point.carried, 'carried') === true
  return [{ chain, dateSec, minted, unreleased, bridgedIn, bridgedOut, isCarried }]
}

/** `{ "peggedUSD": 5 }`, whatever the peg; some services add details under other names. */
function unitsOf(value: unknown, member: string): number | null {
  if (typeof value !== 'object' || value === null) return readNumber(value, member)
  const peg = Object.keys(value).find((name) => name.startsWith('pegged'))
  return peg === undefined ? null : readNumber(readMembers(value, member)[peg], `${member}.${peg}`)
}

function describe(detail: Members) {
  const said = assetRecord.row(detail, 'body')
  return { ...said, coin: said.aggregatorId === null ? said.address : null }
}

/** `/stablecoinprices`: the last price of each day; the charts of coins have that of midnight. */
const listPrices: ResponseReader = {
  operation: 'stablecoins.listPrices',
  calls: 'once',
  carries: [
    {
      fact: prices,
      refill: 'daily',
      note: 'Of stablecoins the last price of each day too, dated at its end.',
    },
  ],
  rows: (body, context) => {
    const days = readObjects(body, 'body', context, (day, member) => {
      const dateSec = dayStart(requireSec(day.date, `${member}.date`))
      // Today has no last price yet, and some services begin with a day without a date.
      if (dateSec === 0 || dateSec >= dayStart(context.atSec)) return undefined
      const named = readOptionalMembers(day.prices, `${member}.prices`)
      return Object.entries(named).flatMap(([name, price]) => {
        const priceUsd = readNumber(price, `${member}.prices.${name}`)
        const coin = name.includes(':') ? name : `aggregator:${name}`
        const atSec = dateSec + DAY_SEC - 1
        return priceUsd === null ? [] : [{ coin, atSec, priceUsd, confidence: null }]
      })
    })
    return [rowsOf(prices, days.flat())]
  },
}

/** Coins that have the prices of stablecoins, and their main contracts. */
const listCoins: Mirrored['listCoins'] = (snapshot) =>
  listCoinsOf(
    snapshot,
    sql`SELECT assumeNotNull(named) AS coin FROM (
       SELECT arrayJoin([coin, concat('aggregator:', aggregatorId), if(position(address, ':') > 0, address, NULL)]) AS named
       FROM ${snapshot.current(stablecoins)}) WHERE named IS NOT NULL`,
  )

export const stablecoinMirror: Mirrored = {
  listCoins,
  responses: [listStablecoins, getAsset, listPrices],
  leftOut: [{ fact: fxRates, why: 'No response has exchange rates.' }],
}
