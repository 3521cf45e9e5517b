import { useNavigate } from '@tanstack/react-router'
import { useMemo, useRef } from 'react'
import { drawnSvg } from '../../blocks/export/drawn-svg.ts'
import { ExportPicture } from '../../blocks/export/export-picture.tsx'
import { change, grouped, shortText } from '../../lib/numbers.ts'
import { sumOf } from '../../lib/sum-of.ts'
import { PEG_TICKS, pegDots, pegPlace } from './peg-places.ts'
import { offPeg, type Stablecoin } from './stablecoin-list.ts'
import './stablecoins.css'

const HEIGHT = 150
const LABEL_HEIGHT = 18
const LARGEST = 16
/** Room that the largest dot needs along the axis. */
const GAP = 0.045

/** How far coins of the dollar are from it now; the table below has the same figures. */
export function PegStrip({ dollars }: { dollars: readonly Stablecoin[] }) {
  const navigate = useNavigate()
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
    <section className="block" aria-label="Off the dollar now">
      <header className="section-head">
        <h2>Off the dollar now</h2>
        <span className="note">
          Basis points, logarithmic to both sides; areas are supplies. {dots.length} coins.
        </span>
        <div className="actions">
          <ExportPicture
            title="Stablecoins: off the dollar now, bp"
            height={HEIGHT + LABEL_HEIGHT}
            draw={() => (drawing.current === null ? '' : drawnSvg(drawing.current))}
          />
        </div>
      </header>
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
        {dots.map(({ id, symbol, points, supplyUsd, place, row, size }) => (
          // biome-ignore lint/a11y/noStaticElementInteractions: the table has the same links
          <circle
            key={id}
            className={Math.abs(points) > 50 ? 'off' : undefined}
            cx={percent(place)}
            cy={HEIGHT / 2 + row * step}
            r={size * LARGEST}
            onClick={() => void navigate({ to: `/stablecoins/${encodeURIComponent(id)}` as never })}
          >
            <title>
              {`${symbol}: ${points > 0 ? '+' : ''}${grouped(points, 0)} bp, ${shortText(supplyUsd, { sign: '$' })}`}
            </title>
          </circle>
        ))}
      </svg>
    </section>
  )
}

function percent(place: number): string {
  return `${(4 + place * 92).toFixed(2)}%`
}
