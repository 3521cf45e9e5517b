import type { ObservationWriter } from '../../../live/model/fact-rows.ts'
import type { Observations, SeenFlags } from '../../../sources/model/observations.ts'
import { normalizeCoinId } from '../coin-id.ts'
import { protocolHallmarks, protocols, tokens } from '../facts.ts'
import { protocolRow } from '../protocol-row.ts'

/** What is on record stands, as a person may have put it right; only gaps are filled. */
const observeTokens: ObservationWriter = (seen, prices) => {
  const rows = new Map<string, Record<string, unknown>>()
  for (const token of seen.tokens) {
    const coin = normalizeCoinId(token.coin) ?? token.coin
    const earlier = rows.get(coin)
    const redirect =
      token.redirect === undefined ? undefined : (normalizeCoinId(token.redirect) ?? token.redirect)
    const decimals = prices.decimals(coin) ?? token.decimals
    rows.set(coin, {
      ...earlier,
      coin,
      symbol: prices.symbol(coin) ?? earlier?.symbol ?? token.symbol,
      ...(decimals === null ? {} : { decimals }),
      ...(redirect === undefined || redirect === coin ? {} : { redirect }),
    })
  }
  return [{ fact: tokens, rows: [...rows.values()] }]
}

/** What sources say of protocols that nobody has described yet. */
const observeProtocols: ObservationWriter = (seen) => {
  const flags = flagsOf(seen)
  const rows = new Map(
    seen.protocols.map((protocol) => [
      protocol.id,
      { ...protocolRow({ ...protocol, ...flags.get(protocol.id) }) },
    ]),
  )
  return [
    { fact: protocols, rows: [...rows.values()], onlyNew: true },
    { fact: protocols, rows: toPatches(flags), onlyKnown: true },
  ]
}

type Flags = Omit<SeenFlags, 'protocol'>

/** Several sources of a protocol: what one states, none of the others takes back. */
function flagsOf(seen: Observations): Map<string, Flags> {
  const flags = new Map<string, Flags>()
  for (const { protocol, ...stated } of seen.protocolFlags) {
    const earlier = flags.get(protocol)
    const isDouble = stated.doubleCounted === true || earlier?.doubleCounted === true
    flags.set(protocol, {
      ...earlier,
      ...stated,
      ...(isDouble ? { doubleCounted: true } : {}),
    })
  }
  return flags
}

function toPatches(flags: ReadonlyMap<string, Flags>): Record<string, unknown>[] {
  return [...flags].map(([id, stated]) => ({ id, ...stated }))
}

/** Events that sources list; `withdrawn` is left out, so that what a person took back stays so. */
const observeHallmarks: ObservationWriter = (seen) => [
  { fact: protocolHallmarks, rows: seen.hallmarks.map((hallmark) => ({ ...hallmark })) },
]

export const observeRegistry: ObservationWriter = (seen, prices) => [
  ...observeProtocols(seen, prices),
  ...observeTokens(seen, prices),
  ...observeHallmarks(seen, prices),
]
