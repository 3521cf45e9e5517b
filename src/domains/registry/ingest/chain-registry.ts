import { toLookupKey } from '../../../lib/slug.ts'
import {
  parseJson,
  readList,
  readMembers,
  readOptionalMembers,
  readText,
  requireNumber,
  requireText,
  UnknownShape,
} from '../../../sources/mirror/read-value.ts'
import type { FetchSource, SourceCheck } from '../../../sources/model/fetch-source.ts'
import { type Chain, chains } from '../chains.ts'

/** A chain as the registry describes it. */
export type RegisteredChain = ReturnType<typeof readRegistry>[number]

const LABEL = 'the chain registry'

/** Names, ids, native tokens and explorers of EVM chains; compared with `data/chains.json`. */
export const chainRegistry: FetchSource<undefined, unknown> = {
  name: 'chain-registry',
  describe: 'Names, ids, native tokens and explorers of EVM chains, compared with data/chains.json',
  methodology:
    'Chains of data/chains.json are found in the registry by their chain id, and those without one by their name. What differs is named; nothing is changed by itself.',
  version: 1,
  terms: 'A public list that people edit; free to use.',
  key: 'none',
  settings: [
    {
      name: 'url',
      describe: 'URL of the list of all chains, as JSON (chains.json)',
      isRequired: true,
      isUrl: true,
    },
  ],
  facts: [],
  step: 'day',
  cadence: '53 0 * * *',
  hasPast: false,

  async extract(fetcher, { settings }) {
    const fetched = await fetcher.getWhole(String(settings.url))
    return parseJson(fetched.body, LABEL)
  },

  transform: () => [],
  check: (payload) => compareChains(chains.list(), readRegistry(payload)),
}

export function readRegistry(body: unknown) {
  if (!Array.isArray(body)) throw new UnknownShape(LABEL, 'is not a list of chains')
  return body.map((item: unknown, index) => {
    const place = `${LABEL}[${index}]`
    const chain = readMembers(item, place)
    const native = readMembers(chain.nativeCurrency, `${place}.nativeCurrency`)
    const [explorer] = readList(chain.explorers, `${place}.explorers`)
    const { url } = readOptionalMembers(explorer, `${place}.explorers[0]`)
    return {
      chainId: requireNumber(chain.chainId, `${place}.chainId`),
      name: requireText(chain.name, `${place}.name`),
      symbol: requireText(native.symbol, `${place}.nativeCurrency.symbol`),
      explorer: readText(url, `${place}.explorers[0].url`),
      isDeprecated: chain.status === 'deprecated',
    }
  })
}

/** What differs, and the list of ours with the ids, gas tokens and explorers of the registry. */
export function compareChains(
  ours: readonly Chain[],
  registered: readonly RegisteredChain[],
): SourceCheck {
  const byId = new Map(registered.map((chain) => [chain.chainId, chain]))
  const byName = new Map(registered.map((chain) => [toLookupKey(chain.name), chain]))
  const differences: string[] = []
  const corrected = ours.map((chain) => {
    const found =
      chain.chainId === null ? findByName(chain, byName) : (byId.get(chain.chainId) ?? null)
    if (found === null) {
      if (chain.chainId !== null)
        differences.push(`${chain.name}: chain id ${chain.chainId} is not in the registry`)
      return chain
    }
    differences.push(...listDifferences(chain, found))
    const { chainId, symbol, explorer } = found
    return { ...chain, chainId, gasToken: symbol, ...(explorer !== null && { explorer }) }
  })
  return { compared: ours.length, differences, corrected: toLines(corrected) }
}

function findByName(
  { name, aliases }: Chain,
  byName: ReadonlyMap<string, RegisteredChain>,
): RegisteredChain | null {
  const names = [name, ...aliases].flatMap((one) => [one, `${one} Mainnet`])
  return names.map((one) => byName.get(toLookupKey(one))).find((found) => found) ?? null
}

function listDifferences(chain: Chain, found: RegisteredChain): string[] {
  const known = new Set([chain.name, ...chain.aliases].map(shortName))
  const checks: [isDifferent: boolean, text: string][] = [
    [chain.chainId === null, `has no chain id here; the registry has ${found.chainId}`],
    [!known.has(shortName(found.name)), `is called ${found.name} in the registry`],
    [
      chain.gasToken !== found.symbol,
      `gas token ${chain.gasToken ?? 'unknown'} here, ${found.symbol} in the registry`,
    ],
    [found.isDeprecated, 'is deprecated in the registry'],
  ]
  return checks.flatMap(([isDifferent, text]) => (isDifferent ? `${chain.name}: ${text}` : []))
}

/** The registry calls most chains a mainnet. */
function shortName(name: string): string {
  return toLookupKey(name.replace(/ (mainnet|network|chain)$/i, ''))
}

/** One chain to a line, as `data/chains.json` is written. */
function toLines(list: readonly Chain[]): string {
  const lines = list.map((chain) => {
    const members = Object.entries(chain).map(
      ([name, value]) => `${JSON.stringify(name)}: ${valueText(value)}`,
    )
    return `  { ${members.join(', ')} }`
  })
  return `[\n${lines.join(',\n')}\n]\n`
}

function valueText(value: unknown): string {
  return Array.isArray(value)
    ? `[${value.map((item) => JSON.stringify(item)).join(', ')}]`
    : JSON.stringify(value)
}
