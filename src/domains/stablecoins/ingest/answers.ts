import { DAY_SEC, dayStart } from '../../../lib/clock.ts'
import { stableId } from '../../../lib/stable-id.ts'
import { type Answer, type Call, readItems, rowsOf } from '../../../sources/mirror/answer.ts'
import {
  type Members,
  readBool,
  readList,
  readMembers,
  readNumber,
  readOptionalMembers,
  readSec,
  readText,
  readTexts,
  requireSec,
  requireText,
} from '../../../sources/mirror/read-value.ts'
import { prices } from '../../coins/public.ts'
import { stablecoinBridged, stablecoinSupply, stablecoins } from '../facts.ts'
import { splitBridged } from './bridged-answer.ts'

const DETAIL = 'stablecoins.getAsset'

/** `/stablecoins`: which stablecoins there are, and which of them changed. */
const listStablecoins: Answer = {
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
const getAsset: Answer = {
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
      atSec: momentOf(point.dateSec, lastReportSec, context.atSec),
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
      rowsOf(stablecoins, [describe({ ...context.call.params, ...detail }, id)]),
      rowsOf(stablecoinSupply, supply),
      rowsOf(stablecoinBridged, bridged),
    ]
  },
}

/** A later report of the same day must not be hidden by one that was mirrored earlier that day. */
function momentOf(dateSec: number, lastReportSec: number | null, nowSec: number): number {
  const isLast = lastReportSec !== null && dayStart(lastReportSec) === dayStart(dateSec)
  if (isLast) return lastReportSec
  const endSec = dayStart(dateSec) + DAY_SEC - 1
  return Math.min(endSec, nowSec)
}

interface SupplyPoint {
  chain: string
  dateSec: number
  minted: number
  unreleased: number
  bridgedIn: number
  bridgedOut: number
  isCarried: boolean
}

function readPoints(detail: Members): SupplyPoint[] {
  if (detail.chainBalances === undefined) return readPlainPoints(detail)
  const chains = readOptionalMembers(detail.chainBalances, 'chainBalances')
  return Object.entries(chains).flatMap(([chain, value]) => {
    const member = `chainBalances.${chain}`
    const points = readList(readMembers(value, member).tokens, `${member}.tokens`)
    return points.flatMap((item) => readPoint(chain, readMembers(item, `${member}.tokens[]`)))
  })
}

/** Services that only say what circulates on each chain. */
function readPlainPoints(detail: Members): SupplyPoint[] {
  const chains = readOptionalMembers(detail.chainCirculating, 'chainCirculating')
  return Object.entries(chains).flatMap(([chain, points]) =>
    readList(points, `chainCirculating.${chain}`).flatMap((item) =>
      readPoint(chain, readMembers(item, `chainCirculating.${chain}[]`)),
    ),
  )
}

function readPoint(chain: string, point: Members): SupplyPoint[] {
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

function describe(detail: Members, id: string) {
  const text = (name: string) => readText(detail[name], name)
  const says = (name: string) => readBool(detail[name], name) ?? false
  return {
    id,
    name: requireText(detail.name, 'name'),
    symbol: requireText(detail.symbol, 'symbol'),
    pegType: requireText(detail.pegType, 'pegType'),
    pegMechanism: requireText(detail.pegMechanism, 'pegMechanism'),
    coin: text('aggregator_id') === null ? text('address') : null,
    aggregatorId: text('aggregator_id'),
    rankingSiteId: text('rankingSiteId'),
    priceSource: text('priceSource'),
    address: text('address'),
    url: text('url'),
    description: text('description'),
    mintRedeemDescription: text('mintRedeemDescription'),
    auditLinks: readTexts(detail.auditLinks, 'auditLinks'),
    wiki: text('wiki'),
    socialHandle: text('socialHandle'),
    yieldBearing: says('yieldBearing'),
    delisted: says('delisted'),
    deprecated: says('deprecated'),
    deadFromSec: readSec(detail.deadFrom, 'deadFrom'),
  }
}

/** `/stablecoinprices`: the last price of each day; the charts of coins have that of midnight. */
const listPrices: Answer = {
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
    const days = readItems(readList(body, 'body'), 'body', context, (value, member) => {
      const day = readMembers(value, member)
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

export const stablecoinAnswers = [listStablecoins, getAsset, listPrices]
