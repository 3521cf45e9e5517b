import type { CarriedFact } from '../../../sources/mirror/answer.ts'
import {
  type Members,
  readBool,
  readSec,
  readText,
  readTexts,
  requireText,
} from '../../../sources/mirror/read-value.ts'
import { protocols } from '../facts.ts'

/** A protocol as lists and details describe it; what they do not say is left open. */
export function readProtocolRow(item: Members, member: string) {
  const text = (name: string) => readText(item[name], `${member}.${name}`)
  const texts = (name: string) => readTexts(item[name], `${member}.${name}`)
  const says = (name: string) => readBool(item[name], `${member}.${name}`)
  return {
    id: requireText(item.id ?? item.serviceId, `${member}.id`),
    name: requireText(item.name, `${member}.name`),
    symbol: withoutDash(text('symbol')),
    category: text('category'),
    parent: text('parentProtocol'),
    tokenCoin: coinOfAddress(text('address')),
    url: text('url'),
    description: text('description'),
    logo: text('logo'),
    aggregatorId: text('aggregator_id'),
    rankingSiteId: text('rankingSiteId'),
    socialHandle: text('socialHandle'),
    module: text('module'),
    // Overviews have a list of methods by kind of figure instead.
    methodology: typeof item.methodology === 'string' ? item.methodology : null,
    // Some services list the audits themselves here.
    audits: Array.isArray(item.audits) ? String(item.audits.length) : text('audits'),
    auditNote: text('audit_note'),
    auditLinks: texts('audit_links'),
    listedAtSec: readSec(item.listedAt, `${member}.listedAt`),
    deadFromSec: readSec(item.deadFrom, `${member}.deadFrom`),
    previousNames: texts('previousNames'),
    tags: texts('tags'),
    forkedFrom: texts('forkedFrom'),
    oracles: texts('oracles'),
    governanceIds: texts('governanceID'),
    codeRepos: texts('codeRepos'),
    treasury: text('treasury'),
    referralUrl: text('referralUrl'),
    doubleCounted: says('doublecounted') ?? false,
    misrepresentedTokens: says('misrepresentedTokens') ?? false,
    excludedFromParent: false,
    deprecated: says('deprecated') ?? false,
    rugged: says('rugged') ?? false,
    wrongLiquidity: says('wrongLiquidity') ?? false,
    openSource: says('openSource'),
  }
}

/** Protocols that only lists of figures name: described as far as those do, where nothing better is. */
export const namedProtocols: CarriedFact = {
  fact: protocols,
  refill: 'whole',
  note: 'Protocols without TVL: as far as lists of figures describe them.',
  onlyNew: true,
}

/** Some services write - for a protocol without a token. */
function withoutDash(symbol: string | null): string | null {
  return symbol === '-' ? null : symbol
}

/** An address without its chain is one on Ethereum, as older lists have it. */
export function coinOfAddress(address: string | null): string | null {
  if (address === null || address === '-') return null
  return /^0x[0-9a-fA-F]{40}$/.test(address) ? `ethereum:${address}` : address
}
