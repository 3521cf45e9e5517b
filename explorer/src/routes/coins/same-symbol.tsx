import { useAnswer } from '../../api/use-answer.ts'
import { AppLink } from '../../page/app-link.tsx'

const MAX_HITS = 20

interface Found {
  readonly hits: readonly {
    readonly id: string
    readonly name: string
    readonly symbol?: string | null
  }[]
}

/** Coins of the same symbol on other chains, and namesakes; left out where there is none. */
export function SameSymbol({ symbol, coin }: { symbol: string; coin: string }) {
  const { data } = useAnswer<Found>('/meta/search', { q: symbol, kind: 'coin', limit: MAX_HITS })
  const others = (data?.body.hits ?? []).filter(
    (hit) => hit.id !== coin && hit.symbol?.toLowerCase() === symbol.toLowerCase(),
  )
  if (others.length === 0) return null
  return (
    <section className="block" aria-label="Same symbol elsewhere">
      <header className="section-head">
        <h2>Same symbol elsewhere</h2>
      </header>
      <dl className="facts">
        {others.map(({ id, name }) => (
          <div key={id}>
            <dt>{name}</dt>
            <dd>
              <AppLink to={`/coins/${encodeURIComponent(id)}`}>
                <code>{id}</code>
              </AppLink>
            </dd>
          </div>
        ))}
      </dl>
    </section>
  )
}
