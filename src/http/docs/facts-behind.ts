import type { Fact } from '../../store/fact.ts'
import type { Route } from '../route.ts'

/** Where the first fact with a time is not the one that a response is about. */
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

/** A statement over the fact behind a response, without an order, which could take too long. */
export function statementOf({ id, reads }: Route, facts: FactTimes): string | undefined {
  const name = MAIN_FACTS[id] ?? reads.find((read) => facts.get(read)?.time !== undefined)
  return name === undefined || !facts.has(name) ? undefined : `SELECT *\nFROM ${name}\nLIMIT 10`
}
