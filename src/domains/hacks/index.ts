import type { Domain } from '../domain.ts'
import { hacks as incidents } from './facts.ts'
import { listHacksResponse } from './ingest/responses.ts'
import { listHacks } from './routes/list.ts'

export const hacks: Domain = {
  name: 'hacks',
  describe: 'Hacks, exploits and frauds: what was taken, how, and what was returned.',
  facts: [incidents],
  routes: [listHacks],
  mirrored: { responses: [listHacksResponse] },
}
