import { NOW_SEC } from '../../../test/support/test-app.ts'
import { DAY_SEC, dayStart, HOUR_SEC } from '../../lib/clock.ts'

/** Midnight of some days ago, and hours after it. Tests take place at noon. */
export function at(daysAgo: number, hours = 0): number {
  return dayStart(NOW_SEC) - daysAgo * DAY_SEC + hours * HOUR_SEC
}

/** A holder's record of one timestamp: amounts by coin id, or by `<chain> <coin id>`. */
export function record(
  holder: string,
  atSec: number,
  amounts: Record<string, number>,
): Record<string, unknown>[] {
  return Object.entries(amounts).map(([key, amount]) => {
    const token = key.split(' ').at(-1) ?? ''
    const chain = key.includes(' ') ? key.split(' ')[0] : token.split(':')[0]
    return { holder, chain, token, atSec, amount }
  })
}

/** What a holder was worth at a timestamp: by chain, or by `<chain>-<section>`. */
export function worth(
  holder: string,
  atSec: number,
  usdByKey: Record<string, number>,
): Record<string, unknown>[] {
  return Object.entries(usdByKey).map(([key, tvlUsd]) => {
    const [chain = '', section = 'tvl'] = key.split('-')
    return { protocol: holder, chain, section, atSec, tvlUsd }
  })
}
