import { FigureStrip } from '../../blocks/figure/figure-strip.tsx'
import type { Source } from '../../blocks/figure/source.ts'
import { change } from '../../lib/numbers.ts'
import type { PoolRow } from './pool-row.ts'

/** What a pool yields and holds now. */
export function PoolFigures({
  pool,
  row,
  isLoading,
}: {
  pool: string
  row: PoolRow | undefined
  isLoading: boolean
}) {
  const source: Source = { operation: 'getPoolChart', parameters: { pool } }
  const points =
    row === undefined ? '' : `1d ${change(row.apyPct1D)} pp, 7d ${change(row.apyPct7D)} pp`
  return (
    <FigureStrip
      items={[
        { name: 'APY, %', value: row?.apy, isLoading, source, note: points },
        { name: 'Base, %', value: row?.apyBase, isLoading },
        { name: 'Reward, %', value: row?.apyReward, isLoading },
        { name: '30 days mean, %', value: row?.apyMean30d, isLoading },
        { name: 'Value locked', value: row?.tvlUsd, sign: '$', isLoading, source },
        {
          name: 'Sigma',
          value: row?.sigma,
          isLoading,
          note: row === undefined ? '' : riskText(row),
        },
      ]}
    />
  )
}

function riskText({ ilRisk, exposure, outlier }: PoolRow): string {
  const loss = ilRisk === 'no' ? 'no loss risk' : 'loss risk'
  return `${loss}, ${exposure} exposure${outlier ? ', outlier' : ''}`
}
