import type { Quality } from '../../../store/fact.ts'
import { isSameRound, projectKeys } from './same-round.ts'

/** A report of a round; amount and valuation are millions of USD. */
export interface RaiseReport {
  reporter: string
  report: string
  dateSec: number
  name: string
  round: string | null
  amount: number | null
  valuation: number | null
  chains: readonly string[]
  sector: string | null
  category: string | null
  link: string | null
  leadInvestors: readonly string[]
  otherInvestors: readonly string[]
  protocol: string | null
  quality: Quality
}

/** A round as it is served: one report's word, completed by the others beside it. */
export interface Raise extends Omit<RaiseReport, 'reporter' | 'report' | 'quality'> {
  /** Most trusted first; the values above are the first one's wherever it has them. */
  reports: readonly RaiseReport[]
}

/** Reports of one round, the one that speaks for it first. */
type Told = [first: RaiseReport, ...others: RaiseReport[]]

/**
 * The rounds behind reports, newest first: the most trusted report speaks, the others fill what it
 * leaves open (raises.md#same-round).
 */
export function raiseRounds(
  reports: readonly RaiseReport[],
  familyOf: (protocol: string) => string,
): Raise[] {
  const keys = projectKeys(reports, familyOf)
  const projects = Map.groupBy(reports, (report) => keys.get(report))
  return [...projects.values()]
    .flatMap((ofProject) => gather(ofProject.toSorted(byTrust)))
    .map(unite)
    .sort((a, b) => b.dateSec - a.dateSec || inOrder(a.name, b.name) || inOrder(idOf(a), idOf(b)))
}

/** Puts each report to the nearest round it tells of, or makes it the first of a new one. */
function gather(reports: readonly RaiseReport[]): Told[] {
  const rounds: Told[] = []
  for (const report of reports) {
    const distance = ([first]: Told) => Math.abs(first.dateSec - report.dateSec)
    const [nearest] = rounds
      .filter(
        (round) =>
          isSameRound(round[0], report) &&
          round.every(({ reporter }) => reporter !== report.reporter),
      )
      .sort((a, b) => distance(a) - distance(b))
    if (nearest === undefined) rounds.push([report])
    else nearest.push(report)
  }
  return rounds
}

function unite(reports: Told): Raise {
  const [first] = reports
  const known = <K extends keyof RaiseReport>(member: K): RaiseReport[K] =>
    (reports.find((report) => report[member] !== null) ?? first)[member]
  const leadInvestors = distinct(reports.flatMap((report) => report.leadInvestors))
  return {
    dateSec: first.dateSec,
    name: first.name,
    round: known('round'),
    amount: known('amount'),
    valuation: known('valuation'),
    chains: distinct(reports.flatMap((report) => report.chains)),
    sector: known('sector'),
    category: known('category'),
    link: known('link'),
    leadInvestors,
    otherInvestors: distinct(
      reports.flatMap((report) => report.otherInvestors),
      leadInvestors,
    ),
    protocol: known('protocol'),
    reports,
  }
}

/** Each name once, in its first spelling, without those of another list. */
function distinct(names: readonly string[], without: readonly string[] = []): string[] {
  const key = (name: string) => name.trim().toLowerCase()
  // Lists of investors are short: looking through one costs less than making a set.
  const seen = without.map(key)
  return names.filter((name) => !seen.includes(key(name)) && seen.push(key(name)) > 0)
}

/** Plain quality before doubtful, fuller before emptier, then by name: always one order. */
function byTrust(a: RaiseReport, b: RaiseReport): number {
  return (
    doubt(a) - doubt(b) ||
    fullness(b) - fullness(a) ||
    inOrder(a.reporter, b.reporter) ||
    inOrder(a.report, b.report)
  )
}

function doubt({ quality }: RaiseReport): number {
  if (quality === 'disputed') return 2
  return quality === 'ok' || quality === 'backfilled' ? 0 : 1
}

const COMPLETED = [
  'round',
  'amount',
  'valuation',
  'category',
  'sector',
  'link',
  'protocol',
] as const

function fullness(report: RaiseReport): number {
  const open = COMPLETED.filter((member) => report[member] === null).length
  return (report.leadInvestors.length > 0 ? 1 : 0) - open
}

function idOf({ reports }: Raise): string {
  return `${reports[0]?.reporter} ${reports[0]?.report}`
}

function inOrder(a: string, b: string): number {
  return a < b ? -1 : Number(a > b)
}
