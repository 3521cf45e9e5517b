import { flagFilter, nameFilter } from '../../../http/lists/filter.ts'

/** Conditions on real-world assets. */
export const assetFilters = {
  category: nameFilter('category', 'Only of these categories', 'Treasuries'),
  assetGroup: nameFilter('assetGroup', 'Only of these groups', 'Treasuries'),
  assetClass: nameFilter('assetClass', 'Only of these classes', 'Fixed Income'),
  platform: nameFilter('parentPlatform', 'Only of these platforms', 'Willowbrook'),
  issuer: nameFilter('issuer', 'Only of these issuers', 'Willowbrook Trust'),
  stablecoin: flagFilter('stablecoin', 'Only stablecoins, or with `false` only the others.', false),
}
