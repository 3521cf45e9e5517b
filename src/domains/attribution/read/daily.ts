import type { StateDefinition, States } from '../../../cache/states.ts'
import type { Snapshot } from '../../../store/snapshot.ts'
import {
  dayOf,
  findChangedDay,
  type RecordSpan,
  recentTvlState,
  visitDailyTvl,
} from '../../tvl/public.ts'
import { Attribution, midnights } from '../derive/attribution.ts'
import { type LargeTexts, writeLargeTexts } from './day-texts.ts'
import { type Members, membersState } from './members.ts'
import { CHART_READS, newestSecOf } from './newest.ts'

/** Totals of all groups day by day, and what is needed to bring them up to date. */
export interface DailyAttribution {
  totals: Attribution
  /** The large charts, written out. */
  texts: LargeTexts
  /** The day of the newest record of all: protocols that are not dead count until then. */
  newestDay: number
  members: Members
  spans: ReadonlyMap<string, RecordSpan>
}

/**
 * Kept in memory because a chart over all protocols reads every record there is. Later runs change
 * only the days from the first that they touch; other groups or links mean to sum everything anew.
 */
export const dailyAttributionState: StateDefinition<DailyAttribution> = {
  name: 'attribution.daily',
  reads: CHART_READS,
  build: async (snapshot, states) =>
    sumDays(
      snapshot,
      await states.get(membersState, snapshot),
      await readNewestDay(snapshot, states),
    ),
  update: async (previous, snapshot, sinceRun, states) => {
    const members = await states.get(membersState, snapshot)
    const newestDay = await readNewestDay(snapshot, states)
    if (members.signature !== previous.members.signature)
      return sumDays(snapshot, members, newestDay)
    const ids = new Set(members.list.map(({ id }) => id))
    const changedDay = await findChangedDay(snapshot, sinceRun, ids, previous.spans)
    // When the newest day moves on, every protocol that is not dead goes with it.
    const carriedDay = newestDay > previous.newestDay ? previous.newestDay + 1 : undefined
    const fromDay = Math.min(
      changedDay ?? Number.POSITIVE_INFINITY,
      carriedDay ?? Number.POSITIVE_INFINITY,
    )
    if (fromDay !== Number.POSITIVE_INFINITY)
      return sumDays(snapshot, members, newestDay, { previous, fromDay })
    if (members.namesSignature === previous.members.namesSignature) return previous
    return {
      ...previous,
      members,
      texts: await writeLargeTexts({ daily: previous.totals, nameOf: nameIn(members) }),
    }
  },
}

export function nameIn({ names }: Members): (original: string) => string {
  return (original) => names.get(original) ?? original
}

async function readNewestDay(snapshot: Snapshot, states: States): Promise<number> {
  return dayOf(newestSecOf(await states.get(recentTvlState, snapshot)))
}

/** Sums all days, or those from one on that follow an earlier picture. */
async function sumDays(
  snapshot: Snapshot,
  members: Members,
  newestDay: number,
  known?: { previous: DailyAttribution; fromDay: number },
): Promise<DailyAttribution> {
  const totals = known?.previous.totals.before(known.fromDay) ?? new Attribution()
  const spans = new Map(known?.previous.spans)
  const byId = new Map(members.list.map((member) => [member.id, member]))
  const since = known && { fromDay: known.fromDay, spans: known.previous.spans }
  await visitDailyTvl(
    snapshot,
    { protocols: members.list, newestDay, since },
    (id, places, span) => {
      spans.set(id, span)
      const member = byId.get(id)
      if (member !== undefined) totals.add(member, places, midnights)
    },
  )
  const isNamedAlike = members.namesSignature === known?.previous.members.namesSignature
  const written =
    known !== undefined && isNamedAlike
      ? { texts: known.previous.texts, fromDay: known.fromDay }
      : undefined
  return {
    totals,
    texts: await writeLargeTexts({ daily: totals, nameOf: nameIn(members) }, written),
    newestDay,
    members,
    spans,
  }
}
