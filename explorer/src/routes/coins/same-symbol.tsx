import { useOperation } from '../../api/use-operation.ts'
import { AppLink } from '../../page/app-link.tsx'

const MAX_HITS = 20

/** Coins of the same symbol on other chains, and namesakes; left out where there is none. */
export function SameSymbol({ symbol, coin }: { symbol: string; coin: string }) {
  const { data } = useOperation(
    'getSearch',
    { q: symbol, kind: 'coin', limit: MAX_HITS },
    { knowsPast: false },
  )
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
