import type { Domain } from '../domain.ts'
import { raises as raiseReports } from './facts.ts'
import { listRaisesResponse } from './ingest/responses.ts'
import { listRaises } from './routes/list.ts'

export const raises: Domain = {
  name: 'raises',
  describe: 'Funding rounds: who raised how much, when and from whom.',
  facts: [raiseReports],
  routes: [listRaises],
  mirrored: { responses: [listRaisesResponse] },
}
