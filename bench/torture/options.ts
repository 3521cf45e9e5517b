import { parseArgs } from 'node:util'

export interface TortureOptions {
  readonly requests: number
  readonly kills: number
  readonly jumps: number
  /** Processes that are worked with and killed at the same time. */
  readonly lanes: number
  /** The same seed sends the same requests. */
  readonly seed: number
  /** No request and no kill begins after so many minutes of its part. */
  readonly minutes: number
}

const USAGE =
  'usage: npm run torture -- [requests|kills|disk|clock …] [--requests N] [--kills N] [--lanes N] [--jumps N] [--minutes N] [--seed N]'

const DEFAULTS = {
  ...{ requests: '100000', kills: '1000', jumps: '40' },
  ...{ lanes: '2', minutes: '120', seed: '1' },
}

/** Counts of the command line, and the parts that are wanted; none means all. */
export function parseOptions(args: string[]): { parts: string[]; options: TortureOptions } {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: Object.fromEntries(
      Object.entries(DEFAULTS).map(([name, value]) => [
        name,
        { type: 'string' as const, default: value },
      ]),
    ),
  })
  const numberOf = (name: keyof typeof DEFAULTS) => {
    const number = Number(values[name])
    if (!Number.isSafeInteger(number) || number < 1) throw new Error(`--${name}: ${USAGE}`)
    return number
  }
  return {
    parts: positionals,
    options: {
      requests: numberOf('requests'),
      kills: numberOf('kills'),
      jumps: numberOf('jumps'),
      lanes: numberOf('lanes'),
      minutes: numberOf('minutes'),
      seed: numberOf('seed'),
    },
  }
}
