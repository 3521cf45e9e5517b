import { useMemo } from 'react'
import type { Asked } from '../../api/asked.ts'
import { type BodyOf, request } from '../../api/request.ts'
import { useRequest } from '../../api/use-operation.ts'
import { grouped, shortText } from '../../lib/numbers.ts'
import { dayText, toSec } from '../../lib/times.ts'
import { AppLink } from '../../page/app-link.tsx'
import type { ProtocolDetail } from './protocol-detail.ts'

const HACKS = request('listHacks', { fields: 'date,technique,amount,serviceId,parentProtocolId' })
const UNLOCKS = request('listEmissions', { fields: 'protocolSlug,nextEvent' })

export type Hack = BodyOf<typeof HACKS>[number]
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
export function useUnlock(slug: string): Unlock | undefined {
  const { data } = useRequest(UNLOCKS)
  return data?.body.find(({ protocolSlug }) => protocolSlug === slug)
}

/** What happened to a protocol, and what is to come; left out where nothing is recorded. */
export function ProtocolEvents({
  slug,
  asked,
  hacks,
}: {
  slug: string
  asked: Asked<ProtocolDetail>
  hacks: readonly Hack[]
}) {
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
    <section className="block" aria-label="Events">
      <header className="section-head">
        <h2>Events</h2>
      </header>
      <dl className="facts">
        {lines.map(({ sec, says, to }) => (
          <div key={`${sec} ${says}`}>
            <dt>{sec === null ? 'No date' : dayText(sec)}</dt>
            <dd>
              <AppLink to={to}>{says}</AppLink>
            </dd>
          </div>
        ))}
      </dl>
    </section>
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
