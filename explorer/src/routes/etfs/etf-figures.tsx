import { useOperation } from '../../api/use-operation.ts'
import { FigureStrip } from '../../blocks/figure/figure-strip.tsx'
import type { Source } from '../../blocks/figure/source.ts'
import { sumOf } from '../../lib/sum-of.ts'

/** The newest figures of all funds, or of those of one asset, added up. */
export function EtfFigures({ only }: { only: string }) {
  const { data, isPending: isLoading } = useOperation('getEtfSnapshot', {})
  const funds = (data?.body ?? []).filter(({ asset }) => only === 'all' || asset === only)
  const silent = funds.filter(({ flows }) => flows === null).length
  const source: Source = { operation: 'getEtfSnapshot', parameters: {} }
  return (
    <FigureStrip
      items={[
        {
          name: 'Assets under management',
          value: sumOf(funds.map(({ aum }) => aum)),
          sign: '$',
          isLoading,
          source,
        },
        {
          name: 'Flow of the last day',
          value: sumOf(funds.map(({ flows }) => flows)),
          sign: '$',
          isLoading,
          source,
          note: silent === 0 ? undefined : `${silent} not reported`,
        },
        {
          name: 'Volume of the last day',
          value: sumOf(funds.map(({ volume }) => volume)),
          sign: '$',
          isLoading,
          source,
        },
        { name: 'Funds', value: funds.length, isLoading },
      ]}
    />
  )
}
