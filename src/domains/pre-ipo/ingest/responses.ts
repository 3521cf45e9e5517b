import { HOUR_SEC } from '../../../lib/clock.ts'
import { stableId } from '../../../lib/stable-id.ts'
import {
  type Members,
  readMembers,
  readSec,
  readText,
  requireNumber,
  requireSec,
  requireText,
} from '../../../sources/mirror/read-value.ts'
import {
  type Call,
  type Mirrored,
  placesByKey,
  type ResponseContext,
  type ResponseReader,
  readObjects,
  rowsOf,
} from '../../../sources/mirror/response.ts'
import { preIpoCompanies, preIpoMarks, preIpoPerps, preIpoRounds, preIpoTokens } from '../facts.ts'
import { aboutRecord, perpRecord, roundRecord, tokenRecord } from '../records.ts'

// Responses have means of all marketplaces and rounds of all reports.
const SOURCE = 'mirror'
const [VALUATIONS, RAISES, INTEGRATIONS] = [
  'preIpo.getValuations',
  'preIpo.listRaises',
  'preIpo.getIntegrations',
]

/** `/pre-ipo/v1/companies-list`: the companies in their order. */
const listCompanies: ResponseReader = {
  operation: 'preIpo.listCompanies',
  calls: 'once',
  carries: [{ fact: preIpoCompanies, refill: 'whole', note: '' }],
  details: (body, context) => {
    const items = readObjects(listOf(body), 'data', context, (item) => item)
    return items.flatMap((item) => detailsOf(item, context.atSec))
  },
  rows: (body, context) => {
    const items = readObjects(listOf(body), 'data', context, aboutRecord.row)
    const rows = items.map((item, index) => ({ ...item, rank: index + 1 }))
    return [rowsOf(preIpoCompanies, rows)]
  },
}

function detailsOf(item: Members, atSec: number): Call[] {
  const company = readText(item.id, 'id')
  if (company === null) return []
  const mark = stableId(JSON.stringify(item))
  // The list does not show venues, of which there is a new snapshot every hour.
  const hour = String(Math.floor(atSec / HOUR_SEC))
  return [
    { operation: VALUATIONS, params: {}, query: { company }, mark },
    { operation: RAISES, params: {}, query: { company }, mark },
    { operation: INTEGRATIONS, params: {}, query: { company }, mark: hour },
  ]
}

/** `/pre-ipo/v1/valuations`: a mean for each month. */
const getValuations: ResponseReader = {
  operation: VALUATIONS,
  calls: 'listed',
  carries: [
    {
      fact: preIpoMarks,
      refill: 'whole',
      note: 'One mark for each month: the mean of all marketplaces.',
    },
  ],
  rows: (body, context) => {
    const rows = readObjects(listOf(body), 'data', context, (point, member) => ({
      company: companyOf(context),
      source: SOURCE,
      atSec: requireSec(point.date, `${member}.date`),
      valuationUsd: requireNumber(point.estimatedValuation, `${member}.estimatedValuation`),
    }))
    return [rowsOf(preIpoMarks, rows)]
  },
}

/** `/pre-ipo/v1/raises`: the rounds of a company. */
const listRaises: ResponseReader = {
  operation: RAISES,
  calls: 'listed',
  carries: [
    { fact: preIpoRounds, refill: 'whole', note: 'Reports of several sources arrive merged.' },
  ],
  rows: (body, context) => {
    const placeOf = placesByKey()
    const rows = readObjects(listOf(body), 'data', context, (item, member) => {
      const atSec = requireSec(item.date, `${member}.date`)
      const round = roundRecord.row(item, member)
      const company = companyOf(context)
      const place = placeOf(`${atSec} ${round.series}`)
      const report = stableId('pre-ipo round', company, atSec, round.series, place)
      return { company, source: SOURCE, report, atSec, ...round }
    })
    return [rowsOf(preIpoRounds, rows)]
  },
}

/** `/pre-ipo/v1/integrations`: the newest snapshot of venues. */
const getIntegrations: ResponseReader = {
  operation: INTEGRATIONS,
  calls: 'listed',
  carries: [
    { fact: preIpoPerps, refill: 'from now on', note: '' },
    { fact: preIpoTokens, refill: 'from now on', note: '' },
  ],
  rows: (body, context) => {
    const envelope = readMembers(body, 'body')
    const data = readMembers(envelope.data, 'data')
    const named = {
      company: companyOf(context),
      atSec: readSec(envelope.updatedAt, 'updatedAt') ?? context.atSec,
    }
    const perps = readObjects(data.perps, 'data.perps', context, (item, member) => ({
      ...named,
      ...perpRecord.row(item, member),
    }))
    const tokens = readObjects(data.tokenIssuers, 'data.tokenIssuers', context, (item, member) => ({
      ...named,
      ...tokenRecord.row(item, member),
    }))
    return [rowsOf(preIpoPerps, perps), rowsOf(preIpoTokens, tokens)]
  },
}

/** The list in the envelope; some services leave the envelope out. */
function listOf(body: unknown): unknown {
  return Array.isArray(body) ? body : readMembers(body, 'body').data
}

function companyOf({ call }: ResponseContext): string {
  return requireText(call.query?.company, 'company')
}

export const preIpoMirror: Mirrored = {
  responses: [listCompanies, getValuations, listRaises, getIntegrations],
}
