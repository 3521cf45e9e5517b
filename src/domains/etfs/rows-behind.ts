import type { RowsBehind } from '../../http/provenance.ts'
import { coinRows, priceTableState } from '../coins/public.ts'
import { fundsState } from './read/funds.ts'
import { ETHEREUM } from './routes/fund-shapes.ts'

export const fundRowsBehind: RowsBehind = async ({ operation, values }, { snapshot, states }) => {
  const funds = [...(await states.get(fundsState, snapshot)).values()].filter(
    ({ asset }) => !operation.endsWith('Eth') || asset === ETHEREUM,
  )
  const columns = { ticker: funds.map(({ ticker }) => ticker) }
  const coins = funds.flatMap(({ asset }) => (asset === null ? [] : `aggregator:${asset}`))
  const { start, end } = values as { start?: number; end?: number }
  return {
    ...coinRows(coins, await states.get(priceTableState, snapshot)),
    etfs: { columns },
    etf_days: { columns, fromSec: start, toSec: end },
    etf_splits: { columns },
  }
}
