import { useOperation } from '../../api/use-operation.ts'
import { Block } from '../../blocks/states/block.tsx'
import { inUnit, shortText } from '../../lib/numbers.ts'
import { sumOf } from '../../lib/sum-of.ts'
import { AppLink } from '../../page/app-link.tsx'

const MAX_CHAINS = 12

/** The chains with most dollars of stablecoins, and their shares. */
export function StablecoinChains() {
  const asked = useOperation('listStablecoinChains', {})
  return (
    <Block title="By chain" asked={asked} shape={{ rows: MAX_CHAINS }}>
      {(body) => {
        const rows = body
          .map(({ name, totalCirculatingUSD }) => ({ name, usd: sumOf(totalCirculatingUSD) }))
          .filter((row): row is { name: string; usd: number } => row.usd !== null)
          .sort((a, b) => b.usd - a.usd)
        const sum = sumOf(rows.map(({ usd }) => usd))
        return (
          <dl className="facts">
            {rows.slice(0, MAX_CHAINS).map(({ name, usd }) => (
              <div key={name}>
                <dt>
                  <AppLink to={`/chains/${encodeURIComponent(name)}`}>{name}</AppLink>
                </dt>
                <dd>
                  {shortText(usd, { sign: '$' })}{' '}
                  <span className="dim">{inUnit(sum ? (usd / sum) * 100 : null, 1, 1)}%</span>
                </dd>
              </div>
            ))}
          </dl>
        )
      }}
    </Block>
  )
}
