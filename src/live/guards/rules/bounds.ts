import { type Guard, lineName } from './guard.ts'
import { thresholdsOf } from './settings.ts'
import { spell } from './statistics.ts'

/** Semantics 2.2, 5.2, 7.4: no impossible negatives, nothing larger than its kind ever was. */
export const bounds: Guard = (reading, _past, settings) => {
  const limits = thresholdsOf(settings.bounds, reading.watch)
  if (limits === undefined) return []
  const caught = (reason: string) => [
    {
      guard: 'bounds' as const,
      severity: 'hold' as const,
      release: settings.bounds.release,
      reason,
    },
  ]
  for (const [line, value] of reading.lines) {
    const name = lineName(reading, line)
    if (!Number.isFinite(value)) return caught(`${name} is ${value}, which is not a number.`)
    if (Math.abs(value) > limits.most)
      return caught(`${name} is ${spell(value)}; the limit is ${spell(limits.most)}.`)
    if (value < 0 && !reading.watch.signed) return caught(`${name} is ${spell(value)}, below zero.`)
  }
  for (const [part, value] of reading.parts) {
    if (value < 0 && !reading.watch.signed)
      return caught(`${reading.watch.value} of ${part} is ${spell(value)}, below zero.`)
    if (Math.abs(value) > limits.most)
      return caught(
        `${reading.watch.value} of ${part} is ${spell(value)}; the limit is ${spell(limits.most)}.`,
      )
  }
  return []
}
