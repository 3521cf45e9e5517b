import { parseArgs } from 'node:util'

const SIZES = {
  small: { rows: 0.02, seconds: 0.1 },
  usual: { rows: 0.25, seconds: 0.5 },
  full: { rows: 1, seconds: 1 },
}

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { size: { type: 'string', default: 'usual' }, world: { type: 'string' } },
})
const size = Object.entries(SIZES).find(([name]) => name === values.size)
if (size === undefined)
  throw new Error(`No such size: ${values.size}. There are ${Object.keys(SIZES).join(', ')}.`)
const [name, share] = size

/** The suites of the command line; none means all. */
export const WANTED: readonly string[] = positionals
export const SIZE = name
/** A folder that keeps the world for the next run; absent: it goes with the program. */
export const WORLD_FOLDER = values.world
/** The share of the full size that every suite has. */
export const SHARE = share.rows

/** How many of something there are at this size, of so many at the full one. */
export function countAt(full: number): number {
  return Math.max(1, Math.round(full * share.rows))
}

export function secondsAt(full: number): number {
  return Math.max(1, Math.round(full * share.seconds))
}
