import type { RequestContext } from '../../../http/route.ts'
import { DAY_SEC, dayStart } from '../../../lib/clock.ts'
import type { Snapshot } from '../../../store/snapshot.ts'
import { lastSession } from '../derive/last-session.ts'
import {
  type Bar,
  type Close,
  type Split,
  splitAdjusted,
  splitAdjustedCloses,
} from '../derive/split-adjusted.ts'
import { isIntraday, type Timeframe, timeframeStart } from '../derive/timeframe.ts'
import {
  type BarForm,
  CLOSES,
  readDaily,
  readIntraday,
  readRecentBars,
  WHOLE_BARS,
} from './bars.ts'
import { actionsState, listingKey } from './closes.ts'
import type { Company } from './companies.ts'

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
  return (await states.get(actionsState, snapshot)).splits.get(listingKey(company)) ?? []
}

/** Bars of a timeframe as they were traded, oldest first. */
async function readTraded<B extends Close>(
  { snapshot, nowSec }: RequestContext,
  company: Company,
  timeframe: Timeframe,
  form: BarForm<B>,
): Promise<readonly B[]> {
  if (timeframe === '1D') return readLastSession(snapshot, company, form, nowSec)
  const fromSec = timeframeStart(timeframe, nowSec)
  if (!isIntraday(timeframe)) return readDaily(snapshot, company, form, { fromSec, toSec: nowSec })
  const intraday = await readIntraday(snapshot, company, form, { fromSec, toSec: nowSec })
  return intraday.length > 0
    ? intraday
    : readDaily(snapshot, company, form, { fromSec: dayStart(fromSec), toSec: nowSec })
}

async function readLastSession<B extends Close>(
  snapshot: Snapshot,
  company: Company,
  form: BarForm<B>,
  nowSec: number,
): Promise<readonly B[]> {
  const [intraday, recent] = await Promise.all([
    readIntraday(snapshot, company, form, {
      fromSec: nowSec - SESSION_WITHIN_DAYS * DAY_SEC,
      toSec: nowSec,
    }),
    readRecentBars(snapshot, company, form),
  ])
  const daily = recent.filter(({ atSec }) => atSec <= nowSec).slice(-1)
  const session = lastSession(intraday)
  // Five-minute bars that ended before the newest daily bar are not of the most recent session.
  const isNewest = dayStart(session.at(-1)?.atSec ?? 0) >= (daily[0]?.atSec ?? 0)
  return session.length > 0 && isNewest ? session : daily
}
