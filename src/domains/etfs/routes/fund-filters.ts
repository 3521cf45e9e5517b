import { minFilter, nameFilter } from '../../../http/lists/filter.ts'

/** Conditions on funds. */
export const fundFilters = {
  issuer: nameFilter('issuer', 'Only of these issuers', 'Tarnwood Capital'),
  minAum: minFilter('aum', 'Only with at least so much under management, US dollars', 1_000_000),
}
