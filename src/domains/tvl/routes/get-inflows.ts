import Type from 'typebox'
import { described, integer, usd } from '../../../http/described.ts'
import { optionalUnixTime, text, unixTime } from '../../../http/parameters.ts'
import { defineRoute } from '../../../http/route.ts'
import { mapOf, namedShape, shape } from '../../../http/schemas.ts'
import { dayStart, HOUR_SEC } from '../../../lib/clock.ts'
import { invalidParameter, notFound } from '../../../lib/errors.ts'
import { familyOf, type Protocol, protocols, registryState } from '../../registry/public.ts'
import { holdingsBySymbol, type TokenHolding, tokenFlows } from '../derive/token-flows.ts'
import { PLAIN, tvlTokens } from '../facts.ts'
import { readNewestTokens, readTokensOfDay } from '../read/newest-tokens.ts'
import type { TimedTokenRow } from '../read/series.ts'

const tokens = namedShape('InflowTokens', {
  date: integer('Unix seconds of the record'),
  tvl: mapOf(Type.Number(), 'Amount by symbol'),
})

export const getInflows = defineRoute({
  id: 'tvl.getInflows',
  summary: 'Money that came into and left a protocol',
  describe:
    'Compares the tokens of the UTC day that holds `timestamp` with the newest ones (or those at `end`). `inflows` is the sum of the positive token flows, `outflows` that of the negative ones, `netflow` their difference. A flow is the change of amount × price, so a price move is not a flow.',
  paths: { pro: '/api/inflows/{protocol}/{timestamp}' },
  params: {
    protocol: text('Slug of a protocol or of a parent.', 'harbor-swap'),
    timestamp: unixTime('A timestamp within the day to compare with, Unix seconds.'),
  },
  query: {
    end: optionalUnixTime(
      'Compare with the newest record at or before this timestamp; default now.',
    ),
  },
  response: shape({
    inflows: usd('Value of the tokens that came in'),
    outflows: usd('Value of the tokens that went out'),
    netflow: usd('Inflows less outflows'),
    oldTokens: described(tokens, 'Amounts at the earlier time'),
    currentTokens: described(tokens, 'Amounts at the later time'),
  }),
  example: {
    inflows: 120_000,
    outflows: 20_000,
    netflow: 100_000,
    oldTokens: { date: 1_759_968_000, tvl: { ETH: 100 } },
    currentTokens: { date: 1_760_054_400, tvl: { ETH: 125 } },
  },
  reads: [protocols, tvlTokens],
  nowStepSec: HOUR_SEC,
  handler: async ({ params, query }, context) => {
    const daySec = dayStart(params.timestamp)
    if (daySec > context.nowSec) throw invalidParameter('timestamp', 'lies in the future.')
    if (query.end !== undefined && query.end < daySec)
      throw invalidParameter('end', 'lies before the day of `timestamp`.')
    const registry = await context.states.get(registryState, context.snapshot)
    const protocol = registry.get(params.protocol)
    const family = familyOf(protocol, registry)
    const old = holdings(
      protocol,
      await readTokensOfDay(family, daySec, context.snapshot),
      'on that day',
    )
    const now = holdings(
      protocol,
      await readNewestTokens(family, query.end, context),
      'at or before the end',
    )
    return {
      ...tokenFlows(old.bySymbol, now.bySymbol),
      oldTokens: toBody(old),
      currentTokens: toBody(now),
    }
  },
})

interface Holdings {
  atSec: number
  bySymbol: Map<string, TokenHolding>
}

function holdings(protocol: Protocol, rows: readonly TimedTokenRow[], when: string): Holdings {
  const plain = rows.filter((row) => row.section === PLAIN)
  if (plain.length === 0) throw notFound(`${protocol.name} has no token record ${when}.`)
  return { atSec: Math.max(...plain.map((row) => row.atSec)), bySymbol: holdingsBySymbol(plain) }
}

function toBody({ atSec, bySymbol }: Holdings): { date: number; tvl: Record<string, number> } {
  return {
    date: atSec,
    tvl: Object.fromEntries([...bySymbol].map(([symbol, { amount }]) => [symbol, amount])),
  }
}
