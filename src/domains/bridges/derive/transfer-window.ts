import { DAY_SEC, HOUR_SEC } from '../../../lib/clock.ts'

const DEFAULT_DAYS = 7

/**
 * The range of time a list of transactions covers, both ends included (decision 88): what was
 * asked for; else up to the end of the running hour, from seven days before the end. An address is
 * asked for to see what it has done, so its list has no default start.
 */
export function transferWindow(asked: {
  startSec: number | undefined
  endSec: number | undefined
  hasAddress: boolean
  nowSec: number
}): {
  fromSec: number
  toSec: number
} {
  const endSec = asked.endSec ?? asked.nowSec
  const defaultSec = asked.hasAddress ? 0 : Math.max(0, endSec - DEFAULT_DAYS * DAY_SEC)
  return {
    fromSec: asked.startSec ?? defaultSec,
    toSec: asked.endSec ?? endSec - (endSec % HOUR_SEC) + HOUR_SEC - 1,
  }
}
