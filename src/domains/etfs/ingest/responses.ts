import { at } from '../../../lib/at.ts'
import { dayStart } from '../../../lib/clock.ts'
import { sql } from '../../../lib/sql.ts'
import {
  type Members,
  readNumber,
  readSec,
  readText,
  requireSec,
  requireText,
} from '../../../sources/mirror/read-value.ts'
import {
  listCoinsOf,
  type Mirrored,
  type ResponseReader,
  readObjects,
  rowsOf,
} from '../../../sources/mirror/response.ts'
import { dailyFlows } from '../derive/flows.ts'
import { etfDays, etfSplits, etfs } from '../facts.ts'
import { dayRecord, descriptionRecord } from '../records.ts'

/** `/etfs/overview`: who the funds are. */
const getOverview: ResponseReader = {
  operation: 'etfs.getOverview',
  calls: 'once',
  carries: [{ fact: etfs, refill: 'whole', note: 'Funds without a known asset are left out.' }],
  rows: (body, context) => {
    const rows = readObjects(body, 'body', context, fundOf)
    return [rowsOf(etfs, rows)]
  },
}

/** `/etfs/history`: every trading day of every fund. */
const getHistory: ResponseReader = {
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
    const days = readObjects(body, 'body', context, dayOf)
    const funds = Map.groupBy(days, ({ ticker }) => ticker)
    return [rowsOf(etfDays, [...funds.values()].flatMap(withReportedFlows))]
  },
}

/** `/etfs/snapshot`: for services that have neither overview nor history. */
const getSnapshot: ResponseReader = {
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
    const rows = readObjects(body, 'body', context, (fund, member) => {
      return { fund: fundOf(fund, member), day: snapshotDayOf(fund, member) }
    })
    const funds = rows.flatMap(({ fund }) => fund ?? [])
    const days = rows.map(({ day }) => day)
    return [rowsOf(etfs, funds), rowsOf(etfDays, days)]
  },
}

function fundOf(fund: Members, member: string) {
  const asset = readText(fund.asset, `${member}.asset`)
  if (asset === null) return undefined
  return {
    ticker: requireText(fund.ticker, `${member}.ticker`),
    type: readText(fund.etf_type, `${member}.etf_type`),
    ...descriptionRecord.row(fund, member),
    asset,
  }
}

function dayOf(day: Members, member: string) {
  const flowsUsd = readNumber(day.flows, `${member}.flows`)
  const isComputed = readText(day.flows_source, `${member}.flows_source`) === 'computed'
  return {
    ticker: requireText(day.ticker, `${member}.ticker`),
    atSec: dayStart(requireSec(day.timestamp, `${member}.timestamp`)),
    ...dayRecord.row(day, member),
    underlyingPriceUsd: readNumber(day.underlying_price, `${member}.underlying_price`),
    flowsUsd: isComputed ? null : flowsUsd,
    asOfSec: readSec(day.timestamp_exact, `${member}.timestamp_exact`),
    computedUsd: isComputed ? flowsUsd : null,
  }
}

/** Flows as reported; a computed one that differs from ours has splits that no response tells. */
function withReportedFlows(unordered: readonly ReturnType<typeof dayOf>[]) {
  const days = unordered.toSorted((a, b) => a.atSec - b.atSec)
  const dated = days.map((day) => ({ ...day, daySec: day.atSec }))
  const flows = dailyFlows(dated, [])
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
    ...dayRecord.row({ volume: fund.volume, aum: fund.aum }, member),
    underlyingPriceUsd: null,
    flowsUsd: readNumber(fund.flows, `${member}.flows`),
    asOfSec: takenSec,
    quality: 'extrapolated' as const,
  }
}

export const etfMirror: Mirrored = {
  // What funds hold.
  listCoins: (snapshot) =>
    listCoinsOf(
      snapshot,
      sql`SELECT DISTINCT concat('aggregator:', asset) AS coin FROM ${snapshot.current(etfs)}`,
    ),
  responses: [getOverview, getHistory, getSnapshot],
  leftOut: [{ fact: etfSplits, why: 'No response tells splits of funds.' }],
}
