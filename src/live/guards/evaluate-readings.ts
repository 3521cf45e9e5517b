import { nameOf, type Watch } from '../model/watch.ts'
import { placeName } from './holds/facts.ts'
import { listConfirmed, type OpenHold } from './holds/stored-holds.ts'
import { type Finding, type Reading, totalOf } from './rules/guard.ts'
import { GUARDS } from './rules/guards.ts'
import type { GuardSettings } from './rules/settings.ts'
import type { SeriesPast, Served } from './series-past.ts'

/** What was known before the run: loaded from the store, or made up by a test. */
export interface History {
  pastOf(watch: Watch, series: string): SeriesPast
  /** Readings held by earlier runs that a second reading may release. */
  readonly open: readonly OpenHold[]
}

/** One reading with what was found; readings of a bundle are published or held together. */
export interface EvaluatedReading {
  reading: Reading
  findings: Finding[]
  isHeld: boolean
  /** What is served in its place when it is held; undefined when there was nothing before. */
  served: Served | undefined
  /** Findings of the whole bundle that hold it. */
  causes: Finding[]
}

export interface Evaluation {
  evaluated: EvaluatedReading[]
  /** Held readings of earlier runs that are released now. */
  confirmed: OpenHold[]
}

/** Runs all guards in order of time: what is published or carried is the past of what follows. */
export function evaluateReadings(
  readings: readonly Reading[],
  history: History,
  { settings, nowSec }: { settings: GuardSettings; nowSec: number },
): Evaluation {
  const equalFigures = findEqualFigures(readings)
  const evaluated: EvaluatedReading[] = []
  const confirmed = new Map<string, OpenHold>()
  for (const bundle of listBundles(readings)) {
    const found = bundle.map((reading) => {
      const candidate = { ...reading, nowSec, equalSeries: equalFigures.get(reading) ?? [] }
      const past = history.pastOf(reading.watch, reading.series)
      const findings = GUARDS.flatMap((guard) => guard.check(candidate, past, settings))
      return { reading, past, findings }
    })
    const causes = found.flatMap(({ findings }) => findings.filter(isCause))
    const agreed = listAgreed(found, history.open, settings)
    for (const hold of agreed) confirmed.set(placeName(hold), hold)
    const isHeld = causes.length > 0 && agreed.length === 0
    for (const { reading, past, findings } of found) {
      const served = isHeld ? past.carry(reading.atSec) : undefined
      if (!isHeld) past.publish(reading)
      evaluated.push({ reading, findings, isHeld, served, causes })
    }
  }
  return { evaluated, confirmed: [...confirmed.values()] }
}

/** The open holds that this bundle confirms: each must agree with every caught reading of it. */
function listAgreed(
  found: readonly { reading: Reading; findings: Finding[] }[],
  open: readonly OpenHold[],
  settings: GuardSettings,
): OpenHold[] {
  if (open.length === 0) return []
  const needsPerson = found.some(({ findings }) =>
    findings.some((one) => isCause(one) && one.release === 'person'),
  )
  if (needsPerson) return []
  const matches = found.map(({ reading, findings }) => {
    const ids = new Set(listConfirmed(reading, open, settings.agreement).map(({ id }) => id))
    return { ids, isCaught: findings.some(isCause) }
  })
  const caught = matches.filter(({ isCaught }) => isCaught)
  const required = caught.length > 0 ? caught : matches
  const series = new Set(found.map(({ reading }) => reading.series))
  return open.filter(
    (hold) => series.has(hold.series) && required.every(({ ids }) => ids.has(hold.id)),
  )
}

function isCause({ severity }: Finding): boolean {
  return severity === 'hold'
}

/** Readings that are published or held together, in order of time. */
function listBundles(readings: readonly Reading[]): Reading[][] {
  const inOrder = readings.toSorted((a, b) => a.atSec - b.atSec)
  const bundles = Map.groupBy(inOrder, ({ watch, atSec, series }) =>
    JSON.stringify([bundleName(watch), atSec, series]),
  )
  return [...bundles.values()]
}

/** The name under which watches are held together. */
export function bundleName(watch: Watch): string {
  return watch.heldWith ?? nameOf(watch)
}

/** For each reading the other owners with exactly its figure: one may be read for the other. */
function findEqualFigures(readings: readonly Reading[]): Map<Reading, string[]> {
  const owned = readings.filter(({ watch }) => watch.owner !== undefined)
  const groups = Map.groupBy(owned, (reading) =>
    JSON.stringify([
      nameOf(reading.watch),
      reading.atSec,
      String(totalOf(reading)),
      seriesWithoutOwner(reading),
    ]),
  )
  const found = new Map<Reading, string[]>()
  for (const group of groups.values()) {
    for (const reading of group) {
      const others = group.map(({ series }) => series).filter((series) => series !== reading.series)
      if (others.length > 0) found.set(reading, others)
    }
  }
  return found
}

/** Two kinds of figure of one protocol may well be equal, so all but the owner must be the same. */
function seriesWithoutOwner({ watch: { owner }, series }: Reading): [string, string][] {
  const columns = Object.entries(JSON.parse(series) as Record<string, string>)
  return columns.filter(([column]) => column !== owner)
}
