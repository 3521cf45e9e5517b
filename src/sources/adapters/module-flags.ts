import { membersOf } from './detect-kind.ts'
import type { AdapterKind, HostResult, Outline } from './messages.ts'

type Exports = HostResult['outline']
type Members = Readonly<Record<string, Outline>>

/** When a chain of a module starts and ends, in Unix seconds; open where it is not stated. */
export function spanOf(exports: Exports, chain: string): { startSec: number; endSec: number } {
  const own = settingsOf(exports, chain)
  const starts = times(own, 'start')
  const ends = times(own, 'deadFrom')
  return {
    startSec: starts.length > 0 ? Math.min(...starts) : (findTime(exports.start) ?? 0),
    endSec:
      ends.length > 0
        ? Math.max(...ends)
        : (findTime(exports.deadFrom) ?? Number.POSITIVE_INFINITY),
  }
}

/** Whether a module can be asked about the past; `runAtCurrTime` may stand at any of its chains. */
export function hasPast(
  kind: AdapterKind,
  exports: Exports,
  chains: readonly string[],
): { hasPast: boolean; because: string } {
  const isCurrent = [exports, ...chains.flatMap((chain) => settingsOf(exports, chain))].some(
    ({ runAtCurrTime }) => runAtCurrTime === true,
  )
  if (isCurrent) return { hasPast: false, because: 'runAtCurrTime: true' }
  if (kind === 'yield' && exports.timetravel !== true)
    return { hasPast: false, because: 'yields without timetravel: true' }
  return { hasPast: exports.timetravel !== false, because: 'timetravel: false' }
}

/** Modules that their authors mark as expensive are read once a day. */
export function isExpensive(exports: Exports): boolean {
  return exports.isExpensiveAdapter === true || exports.isHeavyProtocol === true
}

/** What a TVL module states of its protocol; a flag that it does not name is left out. */
export function protocolFlagsOf(exports: Exports): {
  doubleCounted?: boolean
  misrepresentedTokens?: boolean
  deadFromSec?: number
} {
  const { doublecounted, misrepresentedTokens } = exports
  const deadFromSec = findTime(exports.deadFrom)
  return {
    ...(typeof doublecounted === 'boolean' ? { doubleCounted: doublecounted } : {}),
    ...(typeof misrepresentedTokens === 'boolean' ? { misrepresentedTokens } : {}),
    ...(deadFromSec === undefined ? {} : { deadFromSec }),
  }
}

/** What a module says of one of its chains, in every place where the shapes have it. */
function settingsOf(exports: Exports, chain: string): Members[] {
  const listed = Array.isArray(exports.chains)
    ? (exports.chains as readonly Outline[]).flatMap((entry) =>
        Array.isArray(entry) && entry[0] === chain ? [entry[1]] : [],
      )
    : []
  const versions = Object.values(membersOf(exports.breakdown) ?? {})
  return [
    exports[chain],
    ...[exports.adapter, ...versions].map((chains) => membersOf(chains)?.[chain]),
    ...listed,
  ]
    .map(membersOf)
    .filter((own) => own !== undefined)
}

function times(settings: readonly Members[], name: 'start' | 'deadFrom'): number[] {
  return settings.flatMap((own) => findTime(own[name]) ?? [])
}

function findTime(value: Outline): number | undefined {
  const time =
    typeof value === 'number'
      ? value
      : typeof value === 'string'
        ? Date.parse(value) / 1000
        : Number.NaN
  return Number.isFinite(time) && time > 0 ? Math.floor(time) : undefined
}
