const ADDRESS = /^(0x)?[0-9a-fA-F]{40,}$/
const AGGREGATOR = 'aggregator'

/** The coin of a ledger's key (adapters.md#shapes-of-modules); a bare address is on Ethereum. */
export function readCoinKey(
  key: string,
  isChain: (name: string) => boolean,
): { coin: string; isDecimal: boolean } {
  const colon = key.indexOf(':')
  const [prefix, rest] = colon < 0 ? ['', key] : [key.slice(0, colon), key.slice(colon + 1)]
  if (prefix === '')
    return ADDRESS.test(rest)
      ? { coin: `ethereum:${rest.toLowerCase()}`, isDecimal: false }
      : aggregated(rest)
  if (prefix !== AGGREGATOR && (isChain(prefix) || ADDRESS.test(rest)))
    return {
      coin: `${prefix}:${rest.startsWith('0x') ? rest.toLowerCase() : rest}`,
      isDecimal: false,
    }
  return aggregated(rest)
}

function aggregated(id: string): { coin: string; isDecimal: boolean } {
  return { coin: `${AGGREGATOR}:${id}`, isDecimal: true }
}
