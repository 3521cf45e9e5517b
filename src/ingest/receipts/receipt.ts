import type { Snapshot } from '../../store/store.ts'
import { current, type Store } from '../../store/store.ts'
import { tableOf } from '../../store/tables.ts'
import type { BlockRef } from '../chain/chain.ts'
import type { KnownPrice } from '../live/price-book.ts'
import { receipts } from './facts.ts'

/** What the figures of one source at one moment rest on. */
export interface Receipt {
  source: string
  atSec: number
  fromSec: number
  codeHash: string
  methodology: string
  methodologyVersion: number
  blocks: { chain: string; block: BlockRef }[]
  roundTrips: number
  prices: KnownPrice[]
  unpriced: string[]
}

const COLUMNS = 'source, atSec, fromSec, codeHash, methodology, methodologyVersion, blocks, roundTrips, prices, unpriced'

type ReceiptRow = Omit<Receipt, 'blocks' | 'prices'> & { blocks: string; prices: string }

export function toReceiptRow(receipt: Receipt): Record<string, unknown> {
  return { ...receipt, blocks: JSON.stringify(receipt.blocks), prices: JSON.stringify(receipt.prices) }
}

/** The receipts that came with a run, of all its sources. */
export async function listReceiptsOfRun(snapshot: Snapshot, run: number): Promise<Receipt[]> {
  const rows = await snapshot.query<ReceiptRow>(
    `SELECT ${COLUMNS} FROM ${tableOf(receipts)} WHERE run = {run:UInt32} AND run <= {snapshotRun:UInt32} ORDER BY source, atSec`,
    { run },
  )
  return rows.map(fromRow)
}

/** Stretches of a source that were made, with the code each was made by; oldest first. */
export async function listReceipts(store: Store, source: string, fromSec = 0): Promise<(Receipt & { run: number })[]> {
  const rows = await store
    .snapshot()
    .query<ReceiptRow & { run: number }>(
      `SELECT ${COLUMNS}, run FROM ${current(receipts, 'source = {source:String} AND atSec >= {fromSec:UInt32}')} ORDER BY atSec`,
      { source, fromSec },
    )
  return rows.map((row) => ({ ...fromRow(row), run: row.run }))
}

/** The newest moment of a source that is in the store, Unix seconds. */
export async function findNewestSec(store: Store, source: string): Promise<number | null> {
  const [row] = await store
    .snapshot()
    .query<{ atSec: number | null }>(
      `SELECT if(count() = 0, NULL, max(atSec)) AS atSec FROM ${tableOf(receipts)} WHERE source = {source:String} AND run <= {snapshotRun:UInt32}`,
      { source },
    )
  return row?.atSec ?? null
}

function fromRow<Row extends ReceiptRow>(row: Row): Receipt {
  return { ...row, blocks: JSON.parse(row.blocks) as Receipt['blocks'], prices: JSON.parse(row.prices) as KnownPrice[] }
}
