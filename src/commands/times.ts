import { DAY_SEC, LATEST_UNIX_SEC } from '../lib/clock.ts'
import { parseDuration } from '../lib/duration.ts'
import { UsageError } from '../lib/errors.ts'
import type { Terminal } from './context.ts'
import type { OptionRead } from './options.ts'

/** A time as people write it: a date, an ISO time in UTC, or Unix seconds. */
export function parseTime(
  text: string,
  name: string,
  /** What a date stands for: a range begins with it, a reading of it is of its end. */
  date: 'start' | 'end' = 'start',
): number {
  const isDate = /^\d{4}-\d\d-\d\d$/.test(text)
  const startSec = /^\d{9,10}$/.test(text) ? Number(text) : isoSec(text)
  const sec = startSec === undefined || !isDate || date === 'start' ? startSec : startSec + DAY_SEC
  if (sec === undefined || sec > LATEST_UNIX_SEC)
    throw new UsageError(
      `${name}: "${text}" is not a time; write a date such as 2026-01-31, a time such as 2026-01-31T12:00:00Z, or Unix seconds`,
    )
  return sec
}

/** A time of the store to the second; `-` for none. */
export function spellSec(sec: number | null): string {
  return sec === null ? '-' : new Date(sec * 1000).toISOString().replace('.000Z', 'Z')
}

function isoSec(text: string): number | undefined {
  if (!/^\d{4}-\d\d-\d\d(T\d\d:\d\d(:\d\d)?(Z|[+-]\d\d:\d\d)?)?$/.test(text)) return undefined
  const ms = Date.parse(
    /T.*(Z|[+-]\d\d:\d\d)$/.test(text) || !text.includes('T') ? text : `${text}Z`,
  )
  // Of a day that does not exist, such as 31 April, another one is made.
  const isReal =
    !Number.isNaN(ms) &&
    new Date(`${text.slice(0, 10)}T00:00:00Z`).getUTCDate() === Number(text.slice(8, 10))
  return !isReal || ms < 0 ? undefined : Math.floor(ms / 1000)
}

/** Reads the time between cycles, in seconds. */
export function every(leastSec: number, least: string, example: string): OptionRead<number> {
  return (text, name) => {
    const sec = parseDuration(text)
    if (sec === undefined || sec < leastSec)
      throw new UsageError(
        `${name} ${text} is not a duration of ${least} or more, such as ${example}`,
      )
    return sec
  }
}

/** Works once, or again and again until the process ends. */
export async function repeat(
  everySec: number | undefined,
  { sleep }: Pick<Terminal, 'sleep'>,
  work: () => Promise<void>,
): Promise<void> {
  for (;;) {
    const startedMs = Date.now()
    await work()
    if (everySec === undefined) return
    await sleep(Math.max(0, startedMs + everySec * 1000 - Date.now()))
  }
}
