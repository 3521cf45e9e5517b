import { useOperation } from '../../api/use-operation.ts'
import { FigureStrip } from '../../blocks/figure/figure-strip.tsx'
import type { Source } from '../../blocks/figure/source.ts'
import { Block } from '../../blocks/states/block.tsx'
import { AppLink } from '../../page/app-link.tsx'

/** The coins that a listed company holds. */
export function CompanyTreasury({ symbol }: { symbol: string }) {
  const asked = useOperation('getInstitution', { symbol })
  const source: Source = { operation: 'getInstitution', parameters: { symbol } }
  return (
    <Block
      title="Coins it holds"
      note={<AppLink to={`/dat/${encodeURIComponent(symbol)}`}>Purchases and premium</AppLink>}
      asked={asked}
      shape={{ height: 80 }}
    >
      {(held) => (
        <FigureStrip
          items={[
            { name: 'Holdings', value: held.totalUsdValue, sign: '$', source },
            { name: 'Cost', value: held.totalCost, sign: '$', source },
            { name: 'mNAV', value: held.realized_mNAV, source },
            ...Object.entries(held.assets).map(([id, { usdValue }]) => ({
              name: held.assetsMeta[id]?.name ?? id,
              value: usdValue,
              sign: '$',
            })),
          ]}
        />
      )}
    </Block>
  )
}
