import { MISSING, shortText, shortTimestamp } from '../../lib/writing.ts'
import { swatchOf } from './legend.tsx'
import { type Drawing, wordsAt } from './notes.ts'
import type { Layer, Prepared } from './prepare.ts'

const MAX_NAMES = 12

/** The line above a plot: legend, tooltip and what a screen reader hears. */
export function Readout(props: { drawing: Drawing; cursor: number | null; sign: string }) {
  const { drawing, cursor, sign } = props
  const { prepared } = drawing
  const { times, layers } = prepared
  const index = Math.min(cursor ?? times.length - 1, times.length - 1)
  const sec = times[index]
  if (sec === undefined) return <p className="readout" aria-live="polite" />
  const words = wordsAt(sec, times[index + 1] ?? Number.POSITIVE_INFINITY, drawing)
  const confidence = drawing.band?.confidence[index]
  return (
    <p className="readout" aria-live="polite">
      <b>{shortTimestamp(sec)}</b>
      {layers.slice(0, MAX_NAMES).map((layer) => (
        <span key={layer.name} className="nowrap">
          {layers.length > 1 && <i className={`swatch ${classOf(layer, prepared)}`} />}
          {layers.length > 1 && <bdi>{`${layer.name} `}</bdi>}
          <b>{written(layer.read[index], prepared, sign)}</b>
        </span>
      ))}
      {layers.length > MAX_NAMES && <span>and {layers.length - MAX_NAMES} more</span>}
      {confidence != null && (
        <span className="nowrap">
          confidence <b>{confidence.toFixed(2)}</b>
        </span>
      )}
      {words.map((text) => (
        <span key={text} className="said">
          {text}
        </span>
      ))}
    </p>
  )
}

function classOf({ look, place }: Layer, prepared: Prepared): string {
  if (look === 'main') return swatchOf(prepared, place)
  return look === 'average' ? `average ${prepared.isBars ? 'ink' : 'line-1'}` : look
}

function written(value: number | null | undefined, { unit }: Prepared, sign: string): string {
  if (value === null || value === undefined) return MISSING
  if (unit === 'percent') return `${value.toFixed(1)}%`
  return unit === 'index' ? value.toFixed(1) : shortText(value, { digits: 4, sign })
}
