import { BACKINGS } from '../facts.ts'

interface Listed {
  backing: string
  marketCapUsd: number | null
  issuer: string
}

/** The most direct claim first (contract, rule 7), then the largest, then by name. */
export function inTokenOrder<T extends Listed>(tokens: readonly T[]): T[] {
  const order = ({ backing }: T) => {
    const found = (BACKINGS as readonly string[]).indexOf(backing)
    return found < 0 ? BACKINGS.length : found
  }
  const size = ({ marketCapUsd }: T) => marketCapUsd ?? -1
  return tokens.toSorted(
    (a, b) => order(a) - order(b) || size(b) - size(a) || (a.issuer < b.issuer ? -1 : 1),
  )
}
