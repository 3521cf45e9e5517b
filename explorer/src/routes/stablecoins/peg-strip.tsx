import { useMemo, useRef } from 'react'
import './stablecoins.css'
import { drawnSvg, ExportPicture } from '../../blocks/export/save-picture.tsx'
import { sumOf } from '../../lib/sums.ts'
import { change, grouped, shortText } from '../../lib/writing.ts'
import { Section } from '../../page/section.tsx'
import { useGo } from '../../page/use-go.ts'
import { PEG_TICKS, type PegDot, pegDots, pegPlace } from './peg-places.ts'
import { offPeg, type Stablecoin } from './supply-series.ts'

const HEIGHT = 150
const LABEL_HEIGHT = 18
const LARGEST = 16
/** Room that the largest dot needs along the axis. */
const GAP = 0.045

/** How far coins of the dollar are from it now; the table below has the same figures. */
export function PegStrip({ dollars }: { dollars: readonly Stablecoin[] }) {
  const drawing = useRef<SVGSVGElement>(null)
  const dots = useMemo(
    () =>
      pegDots(
        dollars.flatMap((coin) => {
          const points = offPeg(coin)
          const supplyUsd = sumOf(coin.circulating)
          return points === null || supplyUsd === null
            ? []
            : [{ id: coin.id, symbol: coin.symbol, points, supplyUsd }]
        }),
        GAP,
      ),
    [dollars],
  )
  const most = Math.max(1, ...dots.map(({ row }) => Math.abs(row)))
  const step = Math.min(LARGEST, (HEIGHT / 2 - LARGEST) / most)
  return (
    <Section
      title="Off the dollar now"
      note={`Basis points, logarithmic to both sides; areas are supplies. ${dots.length} coins.`}
      actions={
        <ExportPicture
          title="Stablecoins: off the dollar now, bp"
          height={HEIGHT + LABEL_HEIGHT}
          draw={() => (drawing.current === null ? '' : drawnSvg(drawing.current))}
        />
      }
    >
      <svg
        ref={drawing}
        className="peg-strip"
        height={HEIGHT + LABEL_HEIGHT}
        role="img"
        aria-label={`Distance of ${dots.length} coins from the dollar in basis points`}
      >
        {PEG_TICKS.map((points) => (
          <g key={points}>
            <line
              className={points === 0 ? 'peg' : undefined}
              x1={percent(pegPlace(points))}
              x2={percent(pegPlace(points))}
              y2={HEIGHT}
            />
            <text x={percent(pegPlace(points))} y={HEIGHT + LABEL_HEIGHT - 4}>
              {points === 0 ? '0' : change(points, 0)}
            </text>
          </g>
        ))}
        {dots.map((dot) => (
          <Dot key={dot.id} dot={dot} step={step} />
        ))}
      </svg>
    </Section>
  )
}

function Dot({ dot, step }: { dot: PegDot; step: number }) {
  const { id, symbol, points, supplyUsd, place, row, size } = dot
  const go = useGo()
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the table has the same links
    <circle
      className={Math.abs(points) > 50 ? 'off' : undefined}
      cx={percent(place)}
      cy={HEIGHT / 2 + row * step}
      r={size * LARGEST}
      onClick={() => go(`/stablecoins/${encodeURIComponent(id)}`)}
    >
      <title>
        {`${symbol}: ${points > 0 ? '+' : ''}${grouped(points, 0)} bp, ${shortText(supplyUsd, { sign: '$' })}`}
      </title>
    </circle>
  )
}

function percent(place: number): string {
  return `${(4 + place * 92).toFixed(2)}%`
}
