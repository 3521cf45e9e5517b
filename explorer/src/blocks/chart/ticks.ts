import { periodOf, periodStart } from '../../lib/series-steps.ts'
import { DAY_SEC, monthName } from '../../lib/writing.ts'

const NICE = [1, 2, 2.5, 5, 10]
const MIN_LABEL_PX = 56

/** Round values between two, about as many as wanted. */
export function ticks(low: number, high: number, wanted = 4): number[] {
  const raw = (high - low) / wanted
  if (!(raw > 0) || !Number.isFinite(raw)) return [low]
  const power = 10 ** Math.floor(Math.log10(raw))
  const step = (NICE.find((factor) => factor * power >= raw) ?? 10) * power
  const first = Math.ceil(low / step)
  const count = Math.floor(high / step + 1e-9) - first + 1
  return Array.from({ length: Math.max(0, count) }, (_, index) => (first + index) * step)
}

const MIN_POWERS = 3

/** Powers of ten between two values; where there are few, 2 and 5 of them too. */
export function logTicks(low: number, high: number): number[] {
  if (!(low > 0) || !(high >= low)) return []
  const first = Math.floor(Math.log10(low))
  const count = Math.ceil(Math.log10(high)) - first + 1
  const all = Array.from({ length: count }, (_, index) => 10 ** (first + index))
  const isWithin = (value: number) => value >= low && value <= high
  const powers = all.filter(isWithin)
  if (powers.length >= MIN_POWERS) return powers
  return all.flatMap((power) => [power, 2 * power, 5 * power]).filter(isWithin)
}

export interface TimeTick {
  readonly sec: number
  readonly label: string
  readonly isYear: boolean
}

/** Years, months or days, as many as the width has room for. */
export function timeTicks(fromSec: number, toSec: number, widthPx: number): TimeTick[] {
  const room = Math.max(2, Math.floor(widthPx / MIN_LABEL_PX))
  const days = (toSec - fromSec) / DAY_SEC
  if (days <= room * 14) return dayTicks(fromSec, toSec, Math.max(1, Math.ceil(days / room)))
  const months = days / 30.44
  const every = [1, 2, 3, 6, 12, 24, 60].find((step) => months / step <= room) ?? 120
  return monthTicks(fromSec, toSec, every)
}

function dayTicks(fromSec: number, toSec: number, every: number): TimeTick[] {
  const ticks: TimeTick[] = []
  const first = Math.ceil(fromSec / DAY_SEC)
  for (let day = first; day * DAY_SEC <= toSec; day += every) {
    const date = new Date(day * DAY_SEC * 1000)
    const label = `${date.getUTCDate()} ${monthName(date.getUTCMonth())}`
    ticks.push({ sec: day * DAY_SEC, label, isYear: false })
  }
  return ticks
}

function monthTicks(fromSec: number, toSec: number, every: number): TimeTick[] {
  const ticks: TimeTick[] = []
  for (let month = Math.ceil(periodOf(fromSec, 'm') / every) * every; ; month += every) {
    const sec = periodStart(month, 'm')
    if (sec > toSec) return ticks
    if (sec < fromSec) continue
    const isYear = month % 12 === 0
    const label = isYear ? String(month / 12) : monthName(month % 12)
    ticks.push({ sec, label, isYear })
  }
}
