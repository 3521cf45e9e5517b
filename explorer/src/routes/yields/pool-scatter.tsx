import { useRef } from 'react'
import { drawnSvg } from '../../blocks/export/drawn-svg.ts'
import { ExportPicture } from '../../blocks/export/export-picture.tsx'
import { Scatter } from '../../blocks/scatter/scatter.tsx'
import { grouped, shortText } from '../../lib/numbers.ts'
import type { Bounds } from '../../lib/view-state.ts'
import type { PoolRow } from './pool-row.ts'

const LEAST_USD = 10_000
const LEAST_APY = 0.1
/** As high as the style sheet of the scatter makes it. */
const HEIGHT = 238
const OPEN: Bounds = { from: null, to: null }

export interface PoolBounds {
  readonly tvl: Bounds
  readonly apy: Bounds
}

/** Size of pools against their yield; a drawn rectangle narrows the table. */
export function PoolScatter({
  pools,
  hiddenCount,
  tvl,
  apy,
  onChange,
}: PoolBounds & {
  pools: readonly Pick<PoolRow, 'tvlUsd' | 'apy'>[]
  /** Outliers that are not drawn. */
  hiddenCount: number
  onChange(bounds: PoolBounds): void
}) {
  const section = useRef<HTMLElement>(null)
  const draw = () => {
    const drawing = section.current?.querySelector<SVGSVGElement>('.scatter > svg')
    return drawing == null ? '' : drawnSvg(drawing)
  }
  const points = pools.flatMap(({ tvlUsd, apy: percent }) =>
    tvlUsd === null || percent === null ? [] : [[tvlUsd, percent] as const],
  )
  const isBounded = [tvl.from, tvl.to, apy.from, apy.to].some((limit) => limit !== null)
  return (
    <section ref={section} className="block" aria-label="Size against yield">
      <header className="section-head">
        <h2>Size against yield</h2>
        <span className="note">
          {grouped(points.length, 0)} pools
          {hiddenCount > 0 && `; ${grouped(hiddenCount, 0)} outliers are hidden`}. Draw a rectangle
          to narrow the table.
        </span>
        <div className="actions">
          {isBounded && (
            <button
              type="button"
              className="action"
              onClick={() => onChange({ tvl: OPEN, apy: OPEN })}
            >
              All pools
            </button>
          )}
          <ExportPicture title="Pools: TVL against APY" height={HEIGHT} draw={draw} />
        </div>
      </header>
      <Scatter
        label={`Value locked against APY of ${points.length} pools, both logarithmic`}
        points={points}
        x={{
          name: 'TVL',
          least: LEAST_USD,
          bounds: tvl,
          write: (value) => shortText(value, { digits: 1, sign: '$' }),
        }}
        y={{ name: 'APY', least: LEAST_APY, bounds: apy, write: (value) => `${value}%` }}
        onBrush={(x, y) => onChange({ tvl: x, apy: y })}
      />
    </section>
  )
}
