import { chains } from '../../domains/registry/public.ts'
import { type Sql, sql } from '../../lib/sql.ts'

const SECONDS_PER_BLOCK: Record<string, number> = {
  ethereum: 12,
  bsc: 3,
  polygon: 2,
  arbitrum: 0.25,
  base: 2,
  optimism: 2,
  solana: 0.4,
  avax: 2,
}
const FIRST_BLOCK_SEC = 1_600_000_000

/** Seconds from one block of a chain of the demo world to the next. */
export function blockSecOf(chain: string): number {
  return SECONDS_PER_BLOCK[chain] ?? (chains.byKey(chain)?.chainId === null ? 1 : 2)
}

/** SQL of the number of the block at a moment on a chain whose blocks are `blockSec` apart. */
export function blockSql(blockSec: Sql, atSec = sql`atSec`): Sql {
  return sql`toInt64(intDiv(${atSec} - ${FIRST_BLOCK_SEC}, ${blockSec}))`
}
