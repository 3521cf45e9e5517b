import type { Fact } from '../../store/fact.ts'
import type { Route } from '../route.ts'

/** Where the first fact with a time is not the one that an answer is about. */
const MAIN_FACTS: Readonly<Record<string, string>> = {
  'dat.getInstitution': 'dat_transactions',
  'dat.listInstitutions': 'dat_transactions',
  'equities.getDimensions': 'company_facts',
  'equities.getStatements': 'company_facts',
  'equities.listEarningsCalendar': 'equity_filings',
  'equities.listFilings': 'equity_filings',
  'narratives.getPerformance': 'narrative_members',
}

export type FactTimes = ReadonlyMap<string, Pick<Fact, 'time'>>

/** A statement over the fact behind an answer, its newest rows first; undefined: there is none. */
export function statementOf({ id, reads }: Route, facts: FactTimes): string | undefined {
  const name = MAIN_FACTS[id] ?? reads.find((read) => facts.get(read)?.time !== undefined)
  const fact = name === undefined ? undefined : facts.get(name)
  if (name === undefined || fact === undefined) return undefined
  const order = fact.time === undefined ? '' : `\nORDER BY ${fact.time} DESC`
  return `SELECT *\nFROM ${name}${order}\nLIMIT 10`
}
