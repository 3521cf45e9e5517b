import { useMemo } from 'react'
import { type BodyOf, request, useOperation, useRequest } from '../../api/request.ts'
import type { QueryResult } from '../../api/response.ts'
import type { Annotation } from '../../blocks/chart/notes.ts'
import { type FactLines, Facts } from '../../blocks/facts/facts.tsx'
import { dayText, grouped, shortText, toSec } from '../../lib/writing.ts'
import { link } from '../../page/app-link.tsx'
import { Section } from '../../page/section.tsx'
import { type Hold, holdsOf } from '../trust/reading.ts'
import { annotationsOf } from './annotations.ts'
import type { ProtocolDetail } from './protocol-detail.ts'

const HACKS = request('listHacks', { fields: 'date,technique,amount,serviceId,parentProtocolId' })
const UNLOCKS = request('listEmissions', { fields: 'protocolSlug,nextEvent' })

type Hack = BodyOf<typeof HACKS>[number]
type Unlock = BodyOf<typeof UNLOCKS>[number]

const NONE: readonly Hack[] = []

/** Hacks of a protocol or of its versions. */
export function useHacks(id: string | undefined): readonly Hack[] {
  const { data } = useRequest(HACKS)
  return useMemo(
    () =>
      id === undefined
        ? NONE
        : (data?.body ?? []).filter(
            ({ serviceId, parentProtocolId }) =>
              String(serviceId) === id || parentProtocolId === id,
          ),
    [data, id],
  )
}

/** What is to unlock of a protocol's token; undefined where no schedule is recorded. */
function useUnlock(slug: string): Unlock | undefined {
  const { data } = useRequest(UNLOCKS)
  return data?.body.find(({ protocolSlug }) => protocolSlug === slug)
}

/** What happened to a protocol, and what is to come; left out where nothing is recorded. */
export function ProtocolEvents(props: {
  slug: string
  asked: QueryResult<ProtocolDetail>
  hacks: readonly Hack[]
}) {
  const { slug, asked, hacks } = props
  const unlock = useUnlock(slug)
  const dated = [
    ...(asked.data?.body.raises ?? []).map(({ date, round, amount }) => ({
      sec: toSec(date),
      says: `${round ?? 'Raise'}, ${shortText(amount === null ? null : amount * 1e6, { sign: '$' })}`,
      to: '/raises',
    })),
    ...hacks.map(({ date, technique, amount }) => ({
      sec: date,
      says: `Hack, ${technique ?? 'unknown'}, ${shortText(amount, { sign: '$' })}`,
      to: '/hacks',
    })),
  ].sort((a, b) => Number(b.sec) - Number(a.sec))
  const lines = unlock === undefined ? dated : [unlockLine(slug, unlock), ...dated]
  if (lines.length === 0) return null
  return (
    <Section title="Events">
      <Facts
        lines={lines.map(({ sec, says, to }) => [
          sec === null ? 'No date' : dayText(sec),
          link(to, says),
          `${sec} ${says}`,
        ])}
      />
    </Section>
  )
}

function unlockLine(slug: string, { nextEvent }: Unlock) {
  return {
    sec: nextEvent?.date ?? null,
    says:
      nextEvent === null ? 'Unlock schedule' : `Unlock of ${grouped(nextEvent.toUnlock, 0)} tokens`,
    to: `/unlocks/${encodeURIComponent(slug)}`,
  }
}

const MAX_HOLDS = 1_000
const MAX_REVISIONS = 5

/** What is held back of a protocol and what was revised; left out where neither is. */
export function ProtocolTrust({ id }: { id: string }) {
  const quality = useOperation('getQuality', { limit: MAX_HOLDS })
  const revised = useOperation('getRevisions', {
    groupBy: 'run',
    order: 'desc',
    fact: 'tvl',
    limit: MAX_REVISIONS,
    others: { protocol: id },
  })
  const holds = holdsOf(quality.data?.body.readings ?? []).filter(
    ({ state, series }) => (state === 'held' || state === 'flagged') && series.protocol === id,
  )
  const revisions = revised.data?.body ?? []
  if (holds.length === 0 && revisions.length === 0) return null
  return (
    <Section title="Held and revised">
      <Facts
        lines={[
          ...holds.map((hold) => holdLine(hold)),
          ...revisions.map(
            ({ run, fact, key, figures, recordedAt }) =>
              [
                `Revised ${recordedDay(recordedAt)}`,
                link(
                  `/revisions/${run}/${encodeURIComponent(fact)}`,
                  `${figures} figures of ${String(key.chain ?? fact)}, run ${run}`,
                  { at: recordedAt, key: JSON.stringify(key) },
                ),
                `${run} ${JSON.stringify(key)}`,
              ] as const,
          ),
        ]}
      />
    </Section>
  )
}

function holdLine({ id, state, atSec, value, servedValue, reason }: Hold): FactLines[number] {
  const usd = (figure: number | null) => shortText(figure, { digits: 4, sign: '$' })
  const served = servedValue === null ? 'nothing' : usd(servedValue)
  return [
    <span key="state">
      <span className={`state ${state}`}>{state}</span> {dayText(atSec)}
    </span>,
    <span key="what">
      {link(`/quality/${encodeURIComponent(id)}`, `${usd(value)} was read, ${served} is served`)}
      <br />
      <span className="dim">{reason}</span>
    </span>,
    id,
  ]
}

/** What happened to a protocol, for all of its charts. */
export function useAnnotations(
  slug: string,
  protocol: ProtocolDetail | undefined,
  hacks: readonly Hack[],
): readonly Annotation[] {
  const hasUnlocks = useUnlock(slug) !== undefined
  const schedule = useOperation('getEmission', hasUnlocks ? { protocol: slug } : null)
  const unlocks = schedule.data?.body.body.metadata.events
  return useMemo(
    () =>
      annotationsOf({
        hallmarks: protocol?.hallmarks ?? [],
        hacks,
        raises: protocol?.raises ?? [],
        unlocks: unlocks ?? [],
      }),
    [protocol, hacks, unlocks],
  )
}

function recordedDay(iso: string): string {
  const sec = toSec(iso)
  return sec === null ? iso : dayText(sec)
}
