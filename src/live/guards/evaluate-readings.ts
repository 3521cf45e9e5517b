import { nameOf, type Watch } from '../model/watch.ts'
import { findTwins } from './equal-figures.ts'
import { listConfirmed, type OpenHold } from './holds/agreement.ts'
import type { Reading, Verdict } from './rules/guard.ts'
import { GUARDS } from './rules/guards.ts'
import type { GuardSettings } from './rules/settings.ts'
import type { SeriesPast, Served } from './series-past.ts'

/** What was known before the run: loaded from the store, or made up by a test. */
export interface History {
  pastOf(watch: Watch, series: string): SeriesPast
  /** Readings held by earlier runs that a second reading may set free. */
  readonly open: readonly OpenHold[]
}

/** One reading with what was found; readings of a bundle are published or held together. */
export interface Judged {
  reading: Reading
  verdicts: Verdict[]
  isHeld: boolean
  /** What stands in its place when it is held; undefined when there was nothing before. */
  served: Served | undefined
  /** Verdicts of the whole bundle that hold it. */
  causes: Verdict[]
}

export interface Judgement {
  judged: Judged[]
  /** Held readings of earlier runs that are free now. */
  confirmed: OpenHold[]
}

/**
 * Judges the readings of a run in order of time; what is published or carried is the past of what
 * follows. Pure but for that past.
 */
export function judge(
  readings: readonly Reading[],
  history: History,
  options: { settings: GuardSettings; nowSec: number },
): Judgement {
  const twins = findTwins(readings)
  const judged: Judged[] = []
  const confirmed = new Map<string, OpenHold>()
  for (const bundle of listBundles(readings)) {
    const found = bundle.map((reading) => {
      const candidate = { ...reading, nowSec: options.nowSec, twins: twins.get(reading) ?? [] }
      const past = history.pastOf(reading.watch, reading.series)
      return {
        reading,
        past,
        verdicts: GUARDS.flatMap((guard) => guard(candidate, past, options.settings)),
      }
    })
    const causes = found.flatMap(({ verdicts }) =>
      verdicts.filter(({ severity }) => severity === 'hold'),
    )
    const agreed = agreementOf(found, history.open, options.settings)
    for (const hold of agreed)
      confirmed.set(JSON.stringify([hold.fact, hold.series, hold.atSec]), hold)
    const isHeld = causes.length > 0 && agreed.length === 0
    for (const { reading, past, verdicts } of found) {
      const served = isHeld ? past.carry(reading.atSec) : undefined
      if (!isHeld) past.publish(reading)
      judged.push({ reading, verdicts, isHeld, served, causes })
    }
  }
  return { judged, confirmed: [...confirmed.values()] }
}

/**
 * The open holds that this bundle confirms. Every reading of it that was caught must be confirmed
 * by one and the same held moment, and only by guards that a second reading can overrule.
 */
function agreementOf(
  found: readonly { reading: Reading; verdicts: Verdict[] }[],
  open: readonly OpenHold[],
  settings: GuardSettings,
): OpenHold[] {
  if (open.length === 0) return []
  const isBarred = found.some(({ verdicts }) =>
    verdicts.some((one) => one.severity === 'hold' && one.release === 'person'),
  )
  if (isBarred) return []
  const matches = found.map(({ reading, verdicts }) => {
    const ids = new Set(listConfirmed(reading, open, settings.agreement).map(({ id }) => id))
    return { ids, isCaught: verdicts.some(({ severity }) => severity === 'hold') }
  })
  const caught = matches.filter(({ isCaught }) => isCaught)
  const witnesses = caught.length > 0 ? caught : matches
  const [first, ...others] = witnesses
  const ids = [...(first?.ids ?? [])].filter((id) => others.every((other) => other.ids.has(id)))
  const series = new Set(found.map(({ reading }) => reading.series))
  return open.filter((hold) => ids.includes(hold.id) && series.has(hold.series))
}

/** Readings that stand or fall together, in order of time. */
function listBundles(readings: readonly Reading[]): Reading[][] {
  const bundles = new Map<string, Reading[]>()
  for (const reading of [...readings].sort((a, b) => a.atSec - b.atSec)) {
    const name = `${bundleName(reading.watch)} ${reading.atSec} ${reading.series}`
    const bundle = bundles.get(name)
    if (bundle === undefined) bundles.set(name, [reading])
    else bundle.push(reading)
  }
  return [...bundles.values()]
}

/** The name under which watches are held together. */
export function bundleName(watch: Watch): string {
  return watch.heldWith ?? nameOf(watch)
}
