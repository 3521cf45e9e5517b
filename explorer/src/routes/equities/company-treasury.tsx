import { useAnswer } from '../../api/use-answer.ts'
import { FigureStrip } from '../../blocks/figure/figure-strip.tsx'
import { AppLink } from '../../page/app-link.tsx'

interface Holdings {
  readonly totalUsdValue: number | null
  readonly totalCost: number | null
  readonly realized_mNAV: number | null
  readonly assets: Readonly<Record<string, { readonly usdValue: number | null }>>
  readonly assetsMeta: Readonly<Record<string, { readonly name: string }>>
}

const FIELDS = 'totalUsdValue,totalCost,realized_mNAV,assets,assetsMeta'

/** The coins that a listed company holds. */
export function CompanyTreasury({ symbol }: { symbol: string }) {
  const path = `/dat/institutions/${encodeURIComponent(symbol)}`
  const { data, isPending: isLoading } = useAnswer<Holdings>(path, { fields: FIELDS })
  const held = data?.body
  const source = { operation: 'dat.getInstitution', parameters: { symbol } }
  return (
    <section className="block" aria-label="Coins it holds">
      <header className="section-head">
        <h2>Coins it holds</h2>
        <span className="note">
          <AppLink to={`/dat/${encodeURIComponent(symbol)}`}>Purchases and premium</AppLink>
        </span>
      </header>
      <FigureStrip
        items={[
          { name: 'Holdings', value: held?.totalUsdValue, sign: '$', isLoading, source },
          { name: 'Cost', value: held?.totalCost, sign: '$', isLoading, source },
          { name: 'mNAV', value: held?.realized_mNAV, isLoading, source },
          ...Object.entries(held?.assets ?? {}).map(([id, { usdValue }]) => ({
            name: held?.assetsMeta[id]?.name ?? id,
            value: usdValue,
            sign: '$',
          })),
        ]}
      />
    </section>
  )
}
