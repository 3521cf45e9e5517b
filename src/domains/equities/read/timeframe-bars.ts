import type { RequestContext } from '../../../http/route.ts'
import { DAY_SEC, dayStart } from '../../../lib/clock.ts'
import type { Snapshot } from '../../../store/snapshot.ts'
import { lastSession } from '../derive/prices/last-session.ts'
import {
  type Bar,
  type Close,
  type Split,
  splitAdjusted,
  splitAdjustedCloses,
} from '../derive/prices/split-adjusted.ts'
import { isIntraday, type Timeframe, timeframeStart } from '../derive/prices/timeframe.ts'
import { equityBars, equityIntraday } from '../facts.ts'
import { type BarColumns, CLOSES, readBars, readRecentBars, WHOLE_BARS } from './bars.ts'
import type { Company } from './companies.ts'
import { splitsState } from './company-actions.ts'
import { listingKey } from './listing-key.ts'

// The longest run of days on which an exchange stays closed, with some room.
const SESSION_WITHIN_DAYS = 12

/** Bars of a timeframe in today's shares, newest first (contract, timeframe rules; decision 55). */
export async function readTimeframe(
  context: RequestContext,
  company: Company,
  timeframe: Timeframe,
): Promise<Bar[]> {
  const [splits, bars] = await Promise.all([
    readSplits(context, company),
    readTraded(context, company, timeframe, WHOLE_BARS),
  ])
  return splitAdjusted(bars, splits, context.nowSec).toReversed()
}

/** The closes of the same. */
export async function readTimeframeCloses(
  context: RequestContext,
  company: Company,
  timeframe: Timeframe,
): Promise<Close[]> {
  const [splits, closes] = await Promise.all([
    readSplits(context, company),
    readTraded(context, company, timeframe, CLOSES),
  ])
  return splitAdjustedCloses(closes, splits, context.nowSec).toReversed()
}

async function readSplits(
  { snapshot, states }: RequestContext,
  company: Company,
): Promise<readonly Split[]> {
  return (await states.get(splitsState, snapshot)).get(listingKey(company)) ?? []
}

/** Bars of a timeframe as they were traded, oldest first. */
async function readTraded<B extends Close>(
  { snapshot, nowSec }: RequestContext,
  company: Company,
  timeframe: Timeframe,
  columns: BarColumns<B>,
): Promise<readonly B[]> {
  if (timeframe === '1D') return readLastSession(snapshot, company, columns, nowSec)
  const range = { fromSec: timeframeStart(timeframe, nowSec), toSec: nowSec }
  const readDaily = (fromSec: number) =>
    readBars(snapshot, company, columns, { fact: equityBars, ...range, fromSec })
  if (!isIntraday(timeframe)) return readDaily(range.fromSec)
  const intraday = await readBars(snapshot, company, columns, { fact: equityIntraday, ...range })
  return intraday.length > 0 ? intraday : readDaily(dayStart(range.fromSec))
}

async function readLastSession<B extends Close>(
  snapshot: Snapshot,
  company: Company,
  columns: BarColumns<B>,
  nowSec: number,
): Promise<readonly B[]> {
  const [intraday, recent] = await Promise.all([
    readBars(snapshot, company, columns, {
      fact: equityIntraday,
      fromSec: nowSec - SESSION_WITHIN_DAYS * DAY_SEC,
      toSec: nowSec,
    }),
    readRecentBars(snapshot, company, columns),
  ])
  const daily = recent.findLast(({ atSec }) => atSec <= nowSec)
  const session = lastSession(intraday)
  const newest = session.at(-1)
  if (daily === undefined) return session
  // Five-minute bars that ended before the newest daily bar are not of the most recent session.
  return newest !== undefined && dayStart(newest.atSec) >= daily.atSec ? session : [daily]
}
