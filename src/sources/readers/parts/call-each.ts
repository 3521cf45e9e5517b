import type { AbiFunction, Address } from 'viem'
import type { Call, CallResult, ChainReader } from '../../chain/chain.ts'

/** What the functions of a contract answer, in their order. */
type Results<Functions extends readonly unknown[]> = { [N in keyof Functions]: CallResult }

/** Calls the same functions of every contract in one round trip; answers contract by contract. */
export async function callEach<
  const Functions extends readonly (AbiFunction | Omit<Call, 'target'>)[],
>(
  chain: Pick<ChainReader, 'callMany'>,
  targets: readonly Address[],
  functions: Functions | ((index: number) => Functions),
): Promise<Results<Functions>[]> {
  if (targets.length === 0) return []
  const calls = targets.map((target, index) => {
    const own = typeof functions === 'function' ? functions(index) : functions
    return own.map((one): Call => ({ target, ...('abi' in one ? one : { abi: one }) }))
  })
  const results = await chain.callMany(calls.flat())
  let next = 0
  return calls.map(({ length }) => {
    next += length
    return results.slice(next - length, next) as Results<Functions>
  })
}
