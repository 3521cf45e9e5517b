import { grouped, shortText } from '../../lib/numbers.ts'
import type { Coverage } from './origin.ts'

const MAX_MEMBERS = 30
const ORDER = ['missing', 'stale', 'fresh']

/** What a total is made of and what it lacks: what is missing first, then the largest. */
export function Members({ coverage: { members, expected } }: { coverage: Coverage }) {
  if (members.length === 0) return null
  const listed = [...members]
    .sort((a, b) => ORDER.indexOf(a.state) - ORDER.indexOf(b.state))
    .slice(0, MAX_MEMBERS)
  return (
    <details>
      <summary>
        What is in it <span className="dim">{grouped(expected.count, 0)} members</span>
      </summary>
      <ul>
        {listed.map(({ key, state, worth, share }) => (
          <li key={Object.values(key).join(' ')} className="member">
            <span className={state === 'fresh' ? undefined : 'state held'}>
              {Object.values(key).join(', ')}
              {state !== 'fresh' && ` (${state === 'stale' ? 'late' : state})`}
            </span>
            <span>
              {shortText(worth, { sign: '$' })} <span className="dim">{percentText(share)}</span>
            </span>
          </li>
        ))}
      </ul>
      {expected.count > listed.length && (
        <p className="dim">and {grouped(expected.count - listed.length, 0)} smaller ones</p>
      )}
    </details>
  )
}

function percentText(share: number): string {
  return `${grouped(share * 100, 1)}%`
}
