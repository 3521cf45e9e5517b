import type { Answer, ChainReader } from '../../chain/chain.ts'
import { ChainError } from '../../chain/chain-errors.ts'

/**
 * None of the contracts that an instance names answers: a wrong address or too early a block, and
 * never a holding of 0.
 */
export function requireAnswers(
  { chain, block }: ChainReader,
  answers: readonly Answer[],
  what: string,
): void {
  const [first] = answers
  if (first === undefined || first.ok || answers.some(({ ok }) => ok)) return
  throw new ChainError(
    `On ${chain} at block ${block.number}, no ${what} answers: ${first.error}. Check the addresses.`,
    false,
  )
}
