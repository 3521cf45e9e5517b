import { dayStart } from '../../../lib/clock.ts'
import { sql } from '../../../lib/sql.ts'
import { stableId } from '../../../lib/stable-id.ts'
import {
  type Members,
  readBool,
  readList,
  readMembers,
  readNumber,
  readOptionalMembers,
  readText,
  requireNumber,
  requireSec,
  requireText,
} from '../../../sources/mirror/read-value.ts'
import {
  listCoinsOf,
  type Mirrored,
  type ResponseContext,
  type ResponseReader,
  readEntries,
  readItems,
  readObjects,
  rowsOf,
} from '../../../sources/mirror/response.ts'
import { supplies } from '../../coins/public.ts'
import { equityListings } from '../../equities/public.ts'
import { tokens } from '../../registry/public.ts'
import { datInstitutions, datShares, datTransactions } from '../facts.ts'
import { transactionRecord } from '../records.ts'

const LIST = 'dat.listInstitutions'
const DETAIL = 'dat.getInstitution'

/** Of what is worked out from a response. */
const quality = 'extrapolated' as const

type CountriesByTicker = ReadonlyMap<string, readonly string[]>

/** `/dat/institutions`: who they are. */
const listInstitutions: ResponseReader = {
  operation: LIST,
  version: 2,
  calls: async (snapshot) => {
    const rows = await snapshot.query<{ ticker: string; countries: string[] }>(
      sql`SELECT ticker, groupUniqArray(toString(country)) AS countries FROM ${snapshot.current(equityListings)} GROUP BY ticker`,
    )
    const known: CountriesByTicker = new Map(rows.map((row) => [row.ticker, row.countries]))
    return [{ operation: LIST, params: {}, mark: '', known }]
  },
  carries: [
    {
      fact: datInstitutions,
      refill: 'whole',
      note: 'The country of one with a price is that of the only listing with its ticker; else it is not known.',
    },
    {
      fact: supplies,
      refill: 'from now on',
      note: 'Of what institutions hold: all that they have divided by its part of the supply, marked extrapolated.',
    },
    {
      fact: tokens,
      refill: 'current only',
      note: 'Symbol and name of what institutions hold.',
      onlyNew: true,
    },
  ],
  details: (body, context) =>
    readItems(institutionsOf(body), 'institutionMetadata', context, (value) => {
      const item = readMembers(value, 'institutionMetadata')
      const symbol = requireText(item.ticker, 'institutionMetadata.ticker')
      const mark = stableId(JSON.stringify([item.holdings, item.mcapMax, item.price]))
      return { operation: DETAIL, params: { symbol }, mark }
    }),
  rows: (body, { call, ...context }) => {
    const known = call.known instanceof Map ? (call.known as CountriesByTicker) : undefined
    const rows = readObjects(
      institutionsOf(body),
      'institutionMetadata',
      context,
      (item, member) => {
        const ticker = requireText(item.ticker, `${member}.ticker`)
        const listed = known?.get(ticker.trim().toUpperCase()) ?? []
        // Without a price it has no listing, whoever else has its ticker.
        const countries = readNumber(item.price, `${member}.price`) === null ? [] : listed
        return {
          institution: requireNumber(item.institutionId, `${member}.institutionId`),
          ticker,
          country: countries.length === 1 ? (countries[0] ?? null) : null,
          name: requireText(item.name, `${member}.name`),
          type: requireText(item.type, `${member}.type`),
          ...(countries.length === 1 ? { quality } : {}),
        }
      },
    )
    const assets = readAssets(body, context)
    const circulating = assets.flatMap(({ coin, supply }) =>
      supply === null ? [] : { coin, atSec: context.atSec, circulating: supply, quality },
    )
    const named = assets.flatMap(({ coin, symbol, name }) =>
      symbol === null ? [] : { coin, symbol, name, decimals: null, redirect: null },
    )
    return [rowsOf(datInstitutions, rows), rowsOf(supplies, circulating), rowsOf(tokens, named)]
  },
}

function readAssets(body: unknown, context: Pick<ResponseContext, 'problem'>) {
  const { assetMetadata } = readMembers(body, 'body')
  const assets = readOptionalMembers(assetMetadata, 'assetMetadata')
  return readEntries(assets, 'assetMetadata', context, (asset, value, member) => {
    const item = readMembers(value, member)
    const amount = readNumber(item.totalAmount, `${member}.totalAmount`)
    const percent = readNumber(item.circSupplyPerc, `${member}.circSupplyPerc`)
    const isKnown = amount !== null && percent !== null && amount > 0 && percent > 0
    return {
      coin: `aggregator:${asset}`,
      symbol: readText(item.ticker, `${member}.ticker`),
      name: readText(item.name, `${member}.name`),
      supply: isKnown ? (amount / percent) * 100 : null,
    }
  })
}

function institutionsOf(body: unknown): unknown[] {
  const { institutionMetadata } = readMembers(body, 'body')
  return Object.values(readOptionalMembers(institutionMetadata, 'institutionMetadata'))
}

/** `/dat/institutions/{symbol}`: transactions, and share counts by trading day. */
const getInstitution: ResponseReader = {
  operation: DETAIL,
  calls: 'listed',
  carries: [
    {
      fact: datTransactions,
      refill: 'whole',
      note: 'Of institutions with one ticker only the first.',
    },
    {
      fact: datShares,
      refill: 'daily',
      note: 'In the shares of today, from the first transaction on.',
    },
  ],
  rows: (body, context) => {
    const detail = readMembers(body, 'body')
    const institution = requireNumber(detail.institutionId, 'institutionId')
    const transactions = readObjects(detail.transactions, 'transactions', context, (item, member) =>
      transactionOf(item, member, institution),
    )
    const counts = changesOf(countsOf(detail, dayStart(context.atSec)))
    const shares = counts.map((count) => ({ institution, ...count }))
    return [rowsOf(datTransactions, transactions), rowsOf(datShares, shares)]
  },
}

function transactionOf(item: Members, member: string, institution: number) {
  const amount = requireNumber(item.amount, `${member}.amount`)
  const { startDate, endDate, reportDate, ...row } = transactionRecord.row(item, member)
  return {
    institution,
    ...row,
    amount,
    avgPriceUsd: readNumber(item.avg_price, `${member}.avg_price`),
    usdValue: readNumber(item.usd_value, `${member}.usd_value`),
    startDate: startDate === null ? null : dayText(startDate),
    endDate: endDate === null ? null : dayText(endDate),
    reportDate: dayText(reportDate),
    approved: readBool(item.is_approved, `${member}.is_approved`) ?? true,
  }
}

/** Some services add a time to a day. */
function dayText(text: string): string {
  return text.slice(0, 10)
}

interface ShareCounts {
  atSec: number
  realized: number | null
  realistic: number | null
  max: number | null
}

/** Counts of every trading day, and those of today. */
function countsOf(detail: Members, todaySec: number): ShareCounts[] {
  const days = readList(detail.stats, 'stats').map((row, index) => {
    const member = `stats[${index}]`
    const [time, realized, realistic, max] = readList(row, member)
    return {
      atSec: requireSec(time, `${member}[0]`),
      realized: readNumber(realized, `${member}[1]`),
      realistic: readNumber(realistic, `${member}[2]`),
      max: readNumber(max, `${member}[3]`),
    }
  })
  const today = {
    atSec: todaySec,
    realized: readNumber(detail.fd_realized, 'fd_realized'),
    realistic: readNumber(detail.fd_realistic, 'fd_realistic'),
    max: readNumber(detail.fd_max, 'fd_max'),
  }
  const past = days.filter(({ atSec }) => atSec < todaySec).sort((a, b) => a.atSec - b.atSec)
  return [...past, today]
}

/** A count holds until the next one, so only changes are stored. */
function changesOf(counts: readonly ShareCounts[]): ShareCounts[] {
  let last: ShareCounts | undefined
  return counts.filter((one) => {
    const { realized, realistic, max } = last ?? { realized: null, realistic: null, max: null }
    last = one
    return one.realized !== realized || one.realistic !== realistic || one.max !== max
  })
}

export const datMirror: Mirrored = {
  // What institutions bought.
  listCoins: (snapshot) =>
    listCoinsOf(
      snapshot,
      sql`SELECT DISTINCT concat('aggregator:', asset) AS coin FROM ${snapshot.current(datTransactions)}`,
    ),
  responses: [listInstitutions, getInstitution],
}
