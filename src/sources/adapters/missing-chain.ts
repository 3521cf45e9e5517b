import { cleanText } from './clean-text.ts'

/** The line of data/chains.json that a chain needs; what only people know is left null. */
export function chainLine(key: string): string {
  const name = key.slice(0, 1).toUpperCase() + key.slice(1)
  return JSON.stringify({
    key,
    name,
    chainId: null,
    gasToken: null,
    aggregatorId: null,
    rankingSiteId: null,
    aliases: [],
    caseSensitive: false,
  })
}

export function describeMissingChain(path: string, chain: string): string {
  const key = cleanText(chain, 60)
  return (
    `${path} reads ${key}, which data/chains.json lacks; --chain leaves it out. ` +
    `To read it, add this line with its chain id and coin:\n  ${chainLine(key)},`
  )
}
