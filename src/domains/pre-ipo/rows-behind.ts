import type { RowsBehind } from '../../http/provenance.ts'
import { getCompany } from './read.ts'

export const privateRowsBehind: RowsBehind = async ({ operation, values }, context) => {
  if (operation === 'preIpo.listCompanies') return {}
  const company = [(await getCompany(context, values.company as string | undefined)).company]
  const filter = { columns: { company } }
  return {
    pre_ipo_companies: filter,
    pre_ipo_marks: filter,
    pre_ipo_rounds: filter,
    pre_ipo_perps: filter,
    pre_ipo_tokens: filter,
  }
}
