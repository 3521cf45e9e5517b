import { type AbiFunction, parseAbiItem } from 'viem'
import { UsageError } from '../../../lib/errors.ts'

/** A function as a person wrote it in a file. */
export function functionFrom(text: string): AbiFunction {
  try {
    const item = parseAbiItem(text as 'function x()') as { type: string }
    if (item.type === 'function') return item as AbiFunction
  } catch {
    // The error below has an example.
  }
  throw new UsageError(
    `${JSON.stringify(text)} is not a valid function. Write it like "function exchangeRate() view returns (uint256)".`,
  )
}

export function findFunctionProblem(text: string): string | undefined {
  try {
    functionFrom(text)
    return undefined
  } catch (error) {
    if (error instanceof UsageError) return `is invalid: ${error.message}`
    throw error
  }
}
