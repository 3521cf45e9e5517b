import { useOperation } from '../../api/use-operation.ts'
import { shortText } from '../../lib/numbers.ts'
import { dayText, toSec } from '../../lib/times.ts'
import { AppLink } from '../../page/app-link.tsx'
import { holdsOf } from '../trust/reading.ts'

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
    <section className="block" aria-label="Held and revised">
      <header className="section-head">
        <h2>Held and revised</h2>
      </header>
      <dl className="facts">
        {holds.map((hold) => (
          <div key={hold.id}>
            <dt>
              <span className={`state ${hold.state}`}>{hold.state}</span> {dayText(hold.atSec)}
            </dt>
            <dd>
              <AppLink to={`/quality/${encodeURIComponent(hold.id)}`}>
                {shortText(hold.value, { digits: 4, sign: '$' })} was read,{' '}
                {hold.servedValue === null
                  ? 'nothing'
                  : shortText(hold.servedValue, { digits: 4, sign: '$' })}{' '}
                is served
              </AppLink>
              <br />
              <span className="dim">{hold.reason}</span>
            </dd>
          </div>
        ))}
        {revisions.map(({ run, fact, key, figures, recordedAt }) => (
          <div key={`${run} ${JSON.stringify(key)}`}>
            <dt>Revised {dayText(toSec(recordedAt) ?? 0)}</dt>
            <dd>
              <AppLink
                to={`/revisions/${run}/${encodeURIComponent(fact)}`}
                search={{ at: recordedAt, key: JSON.stringify(key) }}
              >
                {figures} figures of {String(key.chain ?? fact)}, run {run}
              </AppLink>
            </dd>
          </div>
        ))}
      </dl>
    </section>
  )
}
