/** The last block of the range that a node proposes, when it starts where ours does. */
export function findRangeHint(message: string, fromBlock: number): number | undefined {
  const hint = /\[?(0x[0-9a-f]+),\s*(0x[0-9a-f]+)\]?/i.exec(message)
  if (hint === null || Number(hint[1]) !== fromBlock) return undefined
  const toBlock = Number(hint[2])
  return toBlock >= fromBlock ? toBlock : undefined
}
