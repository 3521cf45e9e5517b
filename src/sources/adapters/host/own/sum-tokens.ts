import type { AbiFunction } from 'viem'
import { at } from '../../../../lib/at.ts'
import { readFunctionAbi } from './abi.ts'
import { NATIVE } from './balances.ts'
import type { ChainRpc } from './chain-rpc.ts'

export interface SumQuery {
  token?: string
  tokens?: string[]
  owner?: string
  owners?: string[]
  tokensAndOwners?: [string, string][]
  /** Two lists of the same length. */
  tokensAndOwners2?: [string[], string[]]
  ownerTokens?: [string[], string][]
  blacklistedTokens?: string[]
  blacklistedOwners?: string[]
  permitFailure?: boolean
}

/** Every pair of token and owner, once each, without those on the blacklists. */
export function listPairs(query: SumQuery): [string, string][] {
  const [lefts, rights] = query.tokensAndOwners2 ?? [[], []]
  const owners = [...(query.owners ?? []), ...(query.owner === undefined ? [] : [query.owner])]
  const tokens = [...(query.tokens ?? []), ...(query.token === undefined ? [] : [query.token])]

  const pairs: [string, string][] = [
    ...(query.tokensAndOwners ?? []),
    ...lefts.map((token, index): [string, string] => [token, at(rights, index)]),
    ...tokens.flatMap((token) => owners.map((owner): [string, string] => [token, owner])),
    ...(query.ownerTokens ?? []).flatMap(([held, owner]) =>
      held.map((token): [string, string] => [token, owner]),
    ),
  ]
  const noTokens = new Set((query.blacklistedTokens ?? []).map((token) => token.toLowerCase()))
  const noOwners = new Set((query.blacklistedOwners ?? []).map((owner) => owner.toLowerCase()))
  const unique = new Map(
    pairs.map(([token, owner]) => [
      `${token}|${owner}`.toLowerCase(),
      [token.toLowerCase(), owner] as [string, string],
    ]),
  )
  return [...unique.values()].filter(
    ([token, owner]) => !noTokens.has(token) && !noOwners.has(owner.toLowerCase()),
  )
}

/** What each pair holds; null for a token that does not answer, where that is permitted. */
export async function readHoldings(
  rpc: ChainRpc,
  query: SumQuery,
  block: number,
): Promise<{ token: string; held: bigint | null }[]> {
  const pairs = listPairs(query)
  const abi: AbiFunction = readFunctionAbi('erc20:balanceOf')
  const tag = `0x${block.toString(16)}`
  const native = pairs.filter(([token]) => token === NATIVE)
  const others = pairs.filter(([token]) => token !== NATIVE)
  const coins = await rpc.requestAll(
    native.map(([, owner]) => ({ method: 'eth_getBalance', params: [owner, tag] })),
  )
  const answers = await rpc.callAll(
    others.map(([target, owner]) => ({ target, abi, args: [owner] })),
    block,
  )
  const found = coins.map((answer) => {
    if (answer.error !== undefined)
      throw new Error(`balance of the chain's coin: ${answer.error.message}`)
    return { token: NATIVE, held: BigInt(answer.result as string) as bigint | null }
  })
  for (const [index, [token]] of others.entries()) {
    const answer = at(answers, index)
    if (answer instanceof Error && query.permitFailure !== true) throw answer
    found.push({ token, held: answer instanceof Error ? null : BigInt(answer.value as string) })
  }
  return found
}
