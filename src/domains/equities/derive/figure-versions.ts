import { dayOf } from './days.ts'
import type { TaggedFigure } from './ledger.ts'

/** All versions of the figures of one tag and unit, side by side, in any order. */
export interface VersionColumns {
  readonly tag: string
  readonly unit: string
  readonly starts: readonly string[]
  readonly ends: readonly string[]
  readonly accessions: readonly string[]
  readonly values: readonly number[]
  readonly filed: readonly string[]
  /** Numbers of the runs that brought them: of one filing's figure the newest run counts. */
  readonly runs: readonly number[]
}

interface Version {
  accession: string
  filed: string
  value: number
  run: number
}

/** Figures with what the newest filing says and what the first one said; filings of one day go by their number (semantics 10.2). */
export function figuresOf(columns: VersionColumns): TaggedFigure[] {
  const { tag, unit, starts, ends, accessions, values, filed, runs } = columns
  const byPeriod = new Map<string, Version[]>()
  starts.forEach((start, index) => {
    const period = `${start}${ends[index]}`
    const version = { accession: accessions[index] ?? '', filed: filed[index] ?? '', value: values[index] ?? 0, run: runs[index] ?? 0 }
    const known = byPeriod.get(period)
    if (known === undefined) byPeriod.set(period, [version])
    else addVersion(known, version)
  })
  return [...byPeriod].map(([period, versions]) => ({
    tag,
    unit,
    startDay: dayOf(period.slice(0, 10)),
    endDay: dayOf(period.slice(10)),
    ...history(versions),
  }))
}

function addVersion(known: Version[], version: Version): void {
  const same = known.findIndex(({ accession }) => accession === version.accession)
  if (same < 0) known.push(version)
  else if ((known[same]?.run ?? 0) < version.run) known[same] = version
}

function history(versions: Version[]) {
  versions.sort((a, b) => (a.filed < b.filed || (a.filed === b.filed && a.accession < b.accession) ? -1 : 1))
  const [first, last] = [versions[0], versions.at(-1)]
  const value = last?.value ?? 0
  return {
    value,
    firstValue: first?.value ?? 0,
    firstFiled: first?.filed ?? '',
    lastFiled: last?.filed ?? '',
    changedFiled: versions.find((version) => version.value === value)?.filed ?? '',
  }
}
