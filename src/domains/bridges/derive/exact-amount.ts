/**
 * A sum of numbers of 256 bits that was added in two halves, so that no digit can be lost (decision
 * 85), written out.
 */
export function exactAmount(highHalves: string, lowHalves: string): string {
  return ((BigInt(highHalves) << 128n) + BigInt(lowHalves)).toString()
}
