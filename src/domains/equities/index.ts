import type { Domain } from '../domain.ts'
import { equityFacts } from './facts.ts'
import { EDGAR_METHODOLOGY, importEdgar } from './ingest/edgar.ts'
import { edgarDaily } from './ingest/edgar-daily.ts'
import { equityMirror } from './ingest/responses.ts'
import { getDimensions } from './routes/get-dimensions.ts'
import { getOhlcv } from './routes/get-ohlcv.ts'
import { getOnchain } from './routes/get-onchain.ts'
import { getPriceHistory } from './routes/get-price-history.ts'
import { getSector } from './routes/get-sector.ts'
import { getSectorsOverview } from './routes/get-sectors-overview.ts'
import { getStatements } from './routes/get-statements.ts'
import { getSummary } from './routes/get-summary.ts'
import { listCompanies } from './routes/list-companies.ts'
import { listEarningsCalendar } from './routes/list-earnings-calendar.ts'
import { listFilings } from './routes/list-filings.ts'
import { listIndustries } from './routes/list-industries.ts'
import { listSectors } from './routes/list-sectors.ts'
import { equityRowsBehind } from './rows-behind.ts'
import { companySearch } from './search.ts'

export const equities: Domain = {
  name: 'equities',
  describe: 'Listed companies: statements, filings, prices and the earnings calendar.',
  facts: equityFacts,
  routes: [
    listCompanies,
    getStatements,
    getDimensions,
    getPriceHistory,
    getOhlcv,
    getSummary,
    listFilings,
    getOnchain,
    listSectors,
    getSectorsOverview,
    getSector,
    listIndustries,
    listEarningsCalendar,
  ],
  search: [companySearch],
  sources: [{ name: 'edgar', methodology: EDGAR_METHODOLOGY, importFiles: importEdgar }],
  mirrored: equityMirror,
  fetches: [edgarDaily],
  rowsBehind: equityRowsBehind,
}
