import type { RowsBehind } from '../../http/provenance.ts'
import { coinRows, priceTableState } from '../coins/public.ts'
import { companiesState, companyRows } from '../equities/public.ts'
import { institutionsState } from './read/institutions.ts'
import { findListing } from './read/share-market.ts'

export const institutionRowsBehind: RowsBehind = async ({ values }, { snapshot, states }) => {
  const institutions = await states.get(institutionsState, snapshot)
  const companies = await states.get(companiesState, snapshot)
  const chosen =
    values.symbol === undefined ? institutions.all : [institutions.get(String(values.symbol))]
  const listings = chosen.flatMap((institution) => findListing(companies, institution) ?? [])
  const coins = new Set(chosen.flatMap(({ dealtIn }) => dealtIn.map((one) => `aggregator:${one}`)))
  const institution = chosen.map(({ id }) => id)
  const transactions = chosen.flatMap((one) => one.transactions.map(({ id }) => id))
  return {
    ...companyRows(listings),
    ...coinRows([...coins], await states.get(priceTableState, snapshot)),
    dat_institutions: { columns: { institution } },
    dat_transactions: { columns: { id: transactions } },
    dat_shares: { columns: { institution } },
  }
}
