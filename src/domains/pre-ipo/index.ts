import type { Domain } from '../domain.ts'
import { preIpoCompanies, preIpoMarks, preIpoPerps, preIpoRounds, preIpoTokens } from './facts.ts'
import { preIpoMirror } from './ingest/responses.ts'
import { privateRowsBehind } from './read.ts'
import { getIntegrations } from './routes/get-integrations.ts'
import { getSummary } from './routes/get-summary.ts'
import { getValuations } from './routes/get-valuations.ts'
import { listCompanies } from './routes/list-companies.ts'
import { listRaises } from './routes/list-raises.ts'
import { privateCompanySearch } from './search.ts'
export const preIpo: Domain = {
  name: 'pre-ipo',
  describe: 'Private companies: estimated valuations, funding rounds and where they trade.',
  facts: [preIpoCompanies, preIpoMarks, preIpoRounds, preIpoPerps, preIpoTokens],
  search: [privateCompanySearch],
  routes: [listCompanies, getValuations, listRaises, getSummary, getIntegrations],
  mirrored: preIpoMirror,
  rowsBehind: privateRowsBehind,
}
