import { useCallback } from 'react'
import { useAnswer } from '../../api/use-answer.ts'
import { SeriesBlock } from '../../blocks/chart/series-block.tsx'
import { Facts } from '../../blocks/facts/facts.tsx'
import { FigureStrip } from '../../blocks/figure/figure-strip.tsx'
import { Block } from '../../blocks/states/block.tsx'
import { column } from '../../blocks/table/column.ts'
import { TableBlock } from '../../blocks/table/table-block.tsx'
import { sumOf } from '../../lib/sum-of.ts'
import { dayText } from '../../lib/times.ts'
import { names, sorting } from '../../lib/view-state.ts'
import { AppLink } from '../../page/app-link.tsx'
import { PageHead } from '../../page/page-head.tsx'
import { seriesKeys } from '../../page/series-keys.ts'
import { useParam } from '../../page/use-param.ts'
import { useView } from '../../page/use-view.ts'

const keys = { ...seriesKeys, cols: names(), sort: sorting('-supply') }

type Pegged = Readonly<Record<string, number | null>>

interface Day {
  readonly date: number
  readonly circulating: Pegged
  readonly minted: Pegged
  readonly bridgedTo: Pegged
}

interface Asset {
  readonly name: string
  readonly symbol: string
  readonly pegType: string
  readonly pegMechanism: string
  readonly price: number | null
  readonly lastReport: number | null
  readonly description: string | null
  readonly chainBalances: Readonly<Record<string, { readonly tokens: readonly Day[] }>>
  readonly currentChainBalances: Readonly<Record<string, Pegged>>
}

interface ChainRow {
  readonly chain: string
  readonly supply: number | null
  readonly minted: number | null
  readonly bridged: number | null
}

/** One stablecoin: how much circulates, where, and how it got there. */
export function Stablecoin() {
  const id = useParam('id')
  const view = useView(keys)
  const path = `/stablecoin/${encodeURIComponent(id)}`
  const asked = useAnswer<Asset>(path)
  const asset = asked.data?.body
  const rowsOf = useCallback(
    ({ currentChainBalances, chainBalances }: Asset): readonly ChainRow[] =>
      Object.entries(currentChainBalances).map(([chain, supply]) => {
        const newest = chainBalances[chain]?.tokens.at(-1)
        return {
          chain,
          supply: sumOf(supply),
          minted: sumOf(newest?.minted),
          bridged: sumOf(newest?.bridgedTo),
        }
      }),
    [],
  )
  const supplies = Object.values(asset?.currentChainBalances ?? {}).map((part) => sumOf(part))
  return (
    <>
      <PageHead
        title={asset?.name ?? id}
        note={asset?.symbol}
        crumb={<AppLink to="/stablecoins">Stablecoins</AppLink>}
        ignored={view.ignored}
      />
      <FigureStrip
        items={[
          {
            name: 'In circulation',
            value: sumOf(supplies),
            isLoading: asked.isPending,
            source: { operation: 'stablecoins.getAsset', parameters: { asset: id } },
          },
          { name: 'Price', value: asset?.price, sign: '$', isLoading: asked.isPending },
          { name: 'Chains', value: supplies.length, isLoading: asked.isPending },
        ]}
      />
      <div className="with-side">
        <SeriesBlock<Asset>
          title="In circulation by chain"
          path={path}
          kind="stack"
          modes={['abs', 'share']}
          view={view}
          height={320}
          marksOf={() => ({ fact: 'stablecoin_supply', key: { asset: id } })}
          seriesOf={({ chainBalances }) =>
            Object.entries(chainBalances).map(([name, { tokens }]) => ({
              name,
              points: tokens.map(({ date, circulating }) => [date, sumOf(circulating)]),
            }))
          }
        />
        <Block title="About" asked={asked} shape={{ rows: 4 }}>
          {(body) => (
            <Facts
              lines={[
                ['Peg', body.pegType.replace('pegged', '')],
                ['Mechanism', body.pegMechanism],
                ['Last report', body.lastReport === null ? null : dayText(body.lastReport)],
                ['What it is', body.description ?? undefined],
              ]}
            />
          )}
        </Block>
      </div>
      <TableBlock
        title="Chains"
        asked={asked}
        view={view}
        columns={columns}
        rowsOf={rowsOf}
        keyOf={({ chain }) => chain}
        hrefOf={({ chain }) => `/chains/${encodeURIComponent(chain)}`}
        hasTotals
      />
    </>
  )
}

const columns = [
  column<ChainRow>('text', 'chain', 'Chain', ({ chain }) => chain, { isMain: true }),
  column<ChainRow>('amount', 'supply', 'In circulation', ({ supply }) => supply, {
    isMain: true,
    addsUp: true,
  }),
  column<ChainRow>('amount', 'minted', 'Minted', ({ minted }) => minted, { addsUp: true }),
  column<ChainRow>('amount', 'bridged', 'Bridged in', ({ bridged }) => bridged, { addsUp: true }),
]
