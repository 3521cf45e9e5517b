import { at } from '../../../lib/at.ts'
import { dayStart } from '../../../lib/clock.ts'
import { sql } from '../../../lib/sql.ts'
import { type Answer, type Mirrored, readItems, rowsOf } from '../../../sources/mirror/answer.ts'
import {
  type Members,
  readList,
  readMembers,
  readNumber,
  readSec,
  readText,
  requireSec,
  requireText,
} from '../../../sources/mirror/read-value.ts'
import type { Snapshot } from '../../../store/snapshot.ts'
import { dailyFlows } from '../derive/daily-flows.ts'
import { etfDays, etfSplits, etfs } from '../facts.ts'

/** `/etfs/overview`: who the funds are. */
const getOverview: Answer = {
  operation: 'etfs.getOverview',
  calls: 'once',
  carries: [{ fact: etfs, refill: 'whole', note: 'Funds without a known asset are left out.' }],
  rows: (body, context) => {
    const rows = readItems(readList(body, 'body'), 'body', context, (item, member) =>
      fundOf(readMembers(item, member), member),
    )
    return [rowsOf(etfs, rows)]
  },
}

/** `/etfs/history`: every trading day of every fund. */
const getHistory: Answer = {
  operation: 'etfs.getHistory',
  calls: 'once',
  carries: [
    {
      fact: etfDays,
      refill: 'whole',
      note: 'A computed flow that a split went into is stored as a reported one.',
    },
  ],
  rows: (body, context) => {
    const days = readItems(readList(body, 'body'), 'body', context, (item, member) =>
      dayOf(readMembers(item, member), member),
    )
    const funds = Map.groupBy(days, ({ ticker }) => ticker)
    return [rowsOf(etfDays, [...funds.values()].flatMap(withReportedFlows))]
  },
}

/** `/etfs/snapshot`: for services that have neither overview nor history. */
const getSnapshot: Answer = {
  operation: 'etfs.getSnapshot',
  calls: async (snapshot) => {
    const [detailed] = await snapshot.query(
      sql`SELECT 1 FROM ${snapshot.current(etfDays, sql`shares IS NOT NULL OR priceUsd IS NOT NULL`)} LIMIT 1`,
    )
    return detailed === undefined ? [{ operation: 'etfs.getSnapshot', params: {}, mark: '' }] : []
  },
  carries: [
    { fact: etfs, refill: 'whole', note: 'Only from services without an overview; no type.' },
    {
      fact: etfDays,
      refill: 'from now on',
      note: 'Only from services without a history; the day is that of the time they give.',
    },
  ],
  rows: (body, context) => {
    const rows = readItems(readList(body, 'body'), 'body', context, (item, member) => {
      const fund = readMembers(item, member)
      return { fund: fundOf(fund, member), day: snapshotDayOf(fund, member) }
    })
    return [
      rowsOf(
        etfs,
        rows.flatMap(({ fund }) => fund ?? []),
      ),
      rowsOf(
        etfDays,
        rows.map(({ day }) => day),
      ),
    ]
  },
}

function fundOf(fund: Members, member: string) {
  const asset = readText(fund.asset, `${member}.asset`)
  if (asset === null) return undefined
  return {
    ticker: requireText(fund.ticker, `${member}.ticker`),
    issuer: readText(fund.issuer, `${member}.issuer`),
    name: readText(fund.etf_name, `${member}.etf_name`),
    type: readText(fund.etf_type, `${member}.etf_type`),
    custodian: readText(fund.custodian, `${member}.custodian`),
    feePct: readNumber(fund.pct_fee, `${member}.pct_fee`),
    url: readText(fund.url, `${member}.url`),
    asset,
  }
}

function dayOf(day: Members, member: string) {
  const flowsUsd = readNumber(day.flows, `${member}.flows`)
  const isComputed = readText(day.flows_source, `${member}.flows_source`) === 'computed'
  return {
    ticker: requireText(day.ticker, `${member}.ticker`),
    atSec: dayStart(requireSec(day.timestamp, `${member}.timestamp`)),
    priceUsd: readNumber(day.price, `${member}.price`),
    navUsd: readNumber(day.nav, `${member}.nav`),
    volumeUsd: readNumber(day.volume, `${member}.volume`),
    shares: readNumber(day.shares, `${member}.shares`),
    aumUsd: readNumber(day.aum, `${member}.aum`),
    underlying: readNumber(day.underlying, `${member}.underlying`),
    underlyingPriceUsd: readNumber(day.underlying_price, `${member}.underlying_price`),
    flowsUsd: isComputed ? null : flowsUsd,
    asOfSec: readSec(day.timestamp_exact, `${member}.timestamp_exact`),
    computedUsd: isComputed ? flowsUsd : null,
  }
}

/**
 * The days of a fund with the flows that it reported. A computed one is computed again here, unless
 * that gives another figure: then splits went into it that no answer tells.
 */
function withReportedFlows(unordered: readonly ReturnType<typeof dayOf>[]) {
  const days = unordered.toSorted((a, b) => a.atSec - b.atSec)
  const flows = dailyFlows(
    days.map((day) => ({ ...day, daySec: day.atSec })),
    [],
  )
  return days.map(({ computedUsd, ...day }, index) => {
    if (computedUsd === null || at(flows, index).usd === computedUsd) return day
    return { ...day, flowsUsd: computedUsd, quality: 'extrapolated' as const }
  })
}

function snapshotDayOf(fund: Members, member: string) {
  const takenSec = requireSec(fund.timestamp, `${member}.timestamp`)
  return {
    ticker: requireText(fund.ticker, `${member}.ticker`),
    atSec: dayStart(takenSec),
    priceUsd: null,
    navUsd: null,
    volumeUsd: readNumber(fund.volume, `${member}.volume`),
    shares: null,
    aumUsd: readNumber(fund.aum, `${member}.aum`),
    underlying: null,
    underlyingPriceUsd: null,
    flowsUsd: readNumber(fund.flows, `${member}.flows`),
    asOfSec: takenSec,
    quality: 'extrapolated' as const,
  }
}

/** What funds hold. */
async function listCoins(snapshot: Snapshot): Promise<string[]> {
  const rows = await snapshot.query<{ coin: string }>(
    sql`SELECT DISTINCT concat('aggregator:', asset) AS coin FROM ${snapshot.current(etfs)}`,
  )
  return rows.map(({ coin }) => coin)
}

export const etfMirror: Mirrored = {
  listCoins,
  answers: [getOverview, getHistory, getSnapshot],
  leftOut: [{ fact: etfSplits, why: 'No answer tells splits of funds.' }],
}
