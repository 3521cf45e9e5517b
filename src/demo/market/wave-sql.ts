import type { DemoRange } from '../demo-world.ts'

/**
 * SQL of the moments of a stretch: every `stepSec` near its end, and midnights before that, as a
 * real history would be kept. `recentSec` says how far back the fine steps reach.
 */
export function demoMoments(range: DemoRange, stepSec: number, recentSec: number): string {
  const fineFromSec = Math.max(range.fromSec, range.toSec - recentSec)
  const every = (step: number, fromSec: number, toSec: number) => {
    const first = Math.floor(fromSec / step) + 1
    const count = Math.max(0, Math.floor(toSec / step) - first + 1)
    return `SELECT toUInt32((number + ${first}) * ${step}) AS atSec FROM numbers(${count})`
  }
  return `SELECT DISTINCT atSec FROM (${every(86_400, range.fromSec, fineFromSec)} UNION ALL ${every(stepSec, fineFromSec, range.toSec)})`
}

/** SQL of a wave at `atSec` with a period in days. */
export function demoWaveSql(days: number, size: number, shift: string): string {
  return `${size} * sin(6.2832 * atSec / ${days * 86_400} + ${shift})`
}

/**
 * SQL of the mood of the whole demo market at `atSec`, as a logarithm: prices follow it, and so
 * does what people do.
 */
export const DEMO_MARKET_SQL = `${demoWaveSql(340, 0.45, '0.8')} + ${demoWaveSql(61, 0.2, '2.1')}`

/**
 * SQL of how a protocol grows and shrinks on a chain at `atSec`, around 1: holdings and activity
 * follow it alike.
 */
export function demoGrowthSql(protocol: string, chain: string): string {
  const phase = (of: string) => `(cityHash64(${of}) % 628) / 100`
  return `exp(${demoWaveSql(190, 0.35, phase(protocol))} + ${demoWaveSql(3, 0.03, phase(`${protocol}, ${chain}`))})`
}
