import { rowState, type TimelessRow } from '../../../cache/row-state.ts'
import { dailyPrices } from '../../stablecoins/public.ts'
import { rwaAssets } from '../facts.ts'

/** A real world asset as it was described. */
export type RwaAsset = TimelessRow<typeof rwaAssets>

/** All real world assets by id. */
export const rwaAssetsState = rowState('rwa.assets', rwaAssets, 'id')

/** The last price of each day of every asset that has any. */
export const rwaPricesState = dailyPrices('rwa', rwaAssetsState)
