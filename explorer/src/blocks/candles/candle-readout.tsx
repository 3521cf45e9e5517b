import { change, direction, MISSING, price, shortText } from '../../lib/numbers.ts'
import { DAY_SEC, dayText, momentText } from '../../lib/times.ts'
import type { Bar } from './candle-shapes.ts'

/** The bar that is pointed at, in words; the newest otherwise. */
export function CandleReadout({ bar, before }: { bar: Bar; before: Bar | undefined }) {
  const { sec, open, high, low, close, volume } = bar
  const percent =
    before === undefined || before.close === 0 ? null : (close / before.close - 1) * 100
  return (
    <p className="readout" aria-live="polite">
      <b>{sec % DAY_SEC === 0 ? dayText(sec) : momentText(sec)}</b>
      <span>
        open <b>{price(open)}</b>
      </span>
      <span>
        high <b>{price(high)}</b>
      </span>
      <span>
        low <b>{price(low)}</b>
      </span>
      <span>
        close <b>{price(close)}</b>{' '}
        {percent !== null && <span className={direction(percent)}>{change(percent)}%</span>}
      </span>
      <span>
        volume <b>{volume === null ? MISSING : shortText(volume)}</b>
      </span>
    </p>
  )
}
