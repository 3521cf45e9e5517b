import type { RequestContext } from '../../../http/route.ts'
import { DAY_SEC, dayStart } from '../../../lib/clock.ts'
import type { Snapshot } from '../../../store/store.ts'
import { lastSession } from '../derive/last-session.ts'
import { type Bar, splitAdjusted } from '../derive/split-adjusted.ts'
import { isIntraday, type Timeframe, timeframeStart } from '../derive/timeframe.ts'
import { readDailyBars, readIntradayBars, readRecentBars } from './bars.ts'
import { actionsState, listingKey } from './closes.ts'
import type { Company } from './companies.ts'

// The longest run of days on which an exchange stays closed, with some room.
const SESSION_WITHIN_DAYS = 12

/** Bars of a timeframe in today's shares, newest first (contract, timeframe rules; decision 55). */
export async function readTimeframe({ snapshot, states, nowSec }: RequestContext, company: Company, timeframe: Timeframe): Promise<Bar[]> {
  const [{ splits }, bars] = await Promise.all([
    states.get(actionsState, snapshot),
    isIntraday(timeframe)
      ? readShort(snapshot, company, timeframe, nowSec)
      : readDailyBars(snapshot, company, timeframeStart(timeframe, nowSec), nowSec),
  ])
  return splitAdjusted(bars, splits.get(listingKey(company)) ?? [], nowSec).toReversed()
}

async function readShort(snapshot: Snapshot, company: Company, timeframe: Timeframe, nowSec: number): Promise<readonly Bar[]> {
  if (timeframe === '1D') return readLastSession(snapshot, company, nowSec)
  const fromSec = timeframeStart(timeframe, nowSec)
  const intraday = await readIntradayBars(snapshot, company, fromSec, nowSec)
  return intraday.length > 0 ? intraday : readDailyBars(snapshot, company, dayStart(fromSec), nowSec)
}

async function readLastSession(snapshot: Snapshot, company: Company, nowSec: number): Promise<readonly Bar[]> {
  const [intraday, recent] = await Promise.all([
    readIntradayBars(snapshot, company, nowSec - SESSION_WITHIN_DAYS * DAY_SEC, nowSec),
    readRecentBars(snapshot, company),
  ])
  const daily = recent.filter(({ atSec }) => atSec <= nowSec).slice(-1)
  const session = lastSession(intraday)
  // Five-minute bars that ended before the newest daily bar are not of the most recent session.
  const isNewest = dayStart(session.at(-1)?.atSec ?? 0) >= (daily[0]?.atSec ?? 0)
  return session.length > 0 && isNewest ? session : daily
}
