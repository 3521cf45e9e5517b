import { MISSING, shortText } from '../../lib/numbers.ts'
import { DAY_SEC, dayText, momentText } from '../../lib/times.ts'
import type { Prepared } from './prepare.ts'

const MAX_NAMES = 12

/** The line above a plot: legend, tooltip and what a screen reader hears. */
export function Readout({
  prepared,
  cursor,
  sign,
}: {
  prepared: Prepared
  cursor: number | null
  sign: string
}) {
  const { times, names, read, unit } = prepared
  const index = cursor ?? times.length - 1
  const sec = times[index]
  if (sec === undefined) return <p className="readout" aria-live="polite" />
  const write = (value: number | null | undefined) => {
    if (value === null || value === undefined) return MISSING
    if (unit === 'percent') return `${value.toFixed(1)}%`
    return unit === 'index' ? value.toFixed(1) : shortText(value, { digits: 4, sign })
  }
  const palette = prepared.isStacked ? 'ramp' : 'line'
  return (
    <p className="readout" aria-live="polite">
      <b>{sec % DAY_SEC === 0 ? dayText(sec) : momentText(sec)}</b>
      {names.slice(0, MAX_NAMES).map((name, place) => (
        <span key={name} className="nowrap">
          {names.length > 1 && <i className={`swatch ${palette}-${place + 1}`} />}
          {names.length > 1 && `${name} `}
          <b>{write(read[place]?.[index])}</b>
        </span>
      ))}
      {names.length > MAX_NAMES && <span>and {names.length - MAX_NAMES} more</span>}
    </p>
  )
}
