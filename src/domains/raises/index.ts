import type { Domain } from '../domain.ts'
import { raises as raiseReports } from './facts.ts'
import { raiseAnswers } from './ingest/answers.ts'
import { raiseStates } from './read.ts'
import { listRaises } from './routes/list.ts'

export const raises: Domain = {
  name: 'raises',
  describe: 'Funding rounds: who raised how much, when and from whom.',
  facts: [raiseReports],
  states: raiseStates,
  routes: [listRaises],
  mirrored: { answers: raiseAnswers },
}
