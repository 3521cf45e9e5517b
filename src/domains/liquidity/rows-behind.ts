import type { RowsBehind } from '../../http/provenance.ts'
import { coinNamesState } from './read.ts'
import { findCoins } from './routes/get-history.ts'

export const liquidityRowsBehind: RowsBehind = async ({ values }, { snapshot, states }) => {
  const names = await states.get(coinNamesState, snapshot)
  const coins = await findCoins(String(values.token).trim(), names, snapshot)
  return { liquidity: { columns: { token: coins } }, tokens: { columns: { coin: coins } } }
}
