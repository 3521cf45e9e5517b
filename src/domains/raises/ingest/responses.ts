import { stableId } from '../../../lib/stable-id.ts'
import {
  type Members,
  readList,
  readMembers,
  readNumber,
  readSec,
  readText,
  readTexts,
  requireSec,
  requireText,
} from '../../../sources/mirror/read-value.ts'
import {
  placesByKey,
  type ResponseReader,
  readItems,
  rowsOf,
} from '../../../sources/mirror/response.ts'
import { raises } from '../facts.ts'

// Rounds of a service that does not say who reported them.
const REPORTER = 'mirror'

/** `/api/raises`: every round with the reports behind it. */
export const listRaisesResponse: ResponseReader = {
  operation: 'raises.list',
  calls: 'once',
  carries: [
    {
      fact: raises,
      refill: 'whole',
      note: 'Reports of one round arrive merged: what only a second report says stands under the first one. Ids are made of date, name and reporter.',
      scope: [],
      takesBack: { values: { withdrawn: true }, within: 'scope' },
    },
  ],
  rows: (body, context) => {
    const all = readList(readMembers(body, 'body').raises, 'raises')
    const placeOf = placesByKey()
    const rounds = readItems(all, 'raises', context, (item, member) =>
      reportsOf(readMembers(item, member), member, placeOf),
    )
    return [rowsOf(raises, rounds.flat())]
  },
}

function reportsOf(raise: Members, member: string, placeOf: (key: string) => number) {
  const name = requireText(raise.name, `${member}.name`)
  const atSec = requireSec(raise.date, `${member}.date`)
  const shared = {
    chains: readTexts(raise.chains, `${member}.chains`),
    sector: readText(raise.sector, `${member}.sector`),
    category: readText(raise.category, `${member}.category`),
    leadInvestors: readTexts(raise.leadInvestors, `${member}.leadInvestors`),
    otherInvestors: readTexts(raise.otherInvestors, `${member}.otherInvestors`),
    protocol: readText(raise.serviceId, `${member}.serviceId`),
  }
  const nothingShared = {
    chains: [],
    sector: null,
    category: null,
    leadInvestors: [],
    otherInvestors: [],
    // Reports of one protocol are of one project, whatever they call it.
    protocol: shared.protocol,
  }
  const reports = readList(raise.reports, `${member}.reports`)
  const told = reports.length === 0 ? [raise] : reports
  return told.map((one, index) => {
    const report = readMembers(one, `${member}.reports[${index}]`)
    const reporter = readText(report.reporter, `${member}.reports[].reporter`) ?? REPORTER
    const onSec = readSec(report.date, `${member}.reports[].date`) ?? atSec
    const place = placeOf(`${reporter} ${onSec} ${name}`)
    return {
      reporter,
      report: stableId('raise', reporter, onSec, name, place),
      atSec: onSec,
      name,
      round: readText(report.round, `${member}.round`),
      amountMillionUsd: readNumber(report.amount, `${member}.amount`),
      valuationMillionUsd: readNumber(report.valuation, `${member}.valuation`),
      link: readText(report.source, `${member}.source`),
      ...(index === 0 ? shared : nothingShared),
      withdrawn: null,
    }
  })
}
