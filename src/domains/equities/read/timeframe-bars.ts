import type { RequestContext } from '../../../http/route.ts'
import { DAY_SEC, dayStart } from '../../../lib/clock.ts'
import type { Snapshot } from '../../../store/snapshot.ts'
import { type Close, splitAdjusted } from '../derive/prices/split-adjusted.ts'
import {
  isIntraday,
  lastSession,
  type Timeframe,
  timeframeStart,
} from '../derive/prices/timeframe.ts'
import { equityBars, equityIntraday } from '../facts.ts'
import { type BarColumns, readBars, readRecentBars } from './bars.ts'
import { type Company, listingKey } from './companies.ts'
import { splitsState } from './company-actions.ts'

// The longest run of days on which an exchange stays closed, with some room.
const SESSION_WITHIN_DAYS = 12

/** Bars of a timeframe in today's shares, newest first (equities.md#timeframes). */
export async function readTimeframe<B extends Close>(
  context: RequestContext,
  company: Company,
  timeframe: Timeframe,
  columns: BarColumns<B>,
): Promise<B[]> {
  const [splits, bars] = await Promise.all([
    context.states.get(splitsState, context.snapshot),
    readTraded(context, company, timeframe, columns),
  ])
  return splitAdjusted(bars, splits.get(listingKey(company)) ?? [], context.nowSec).toReversed()
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
