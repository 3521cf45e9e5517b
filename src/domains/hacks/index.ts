import type { Domain } from '../domain.ts'
import { hacks as incidents } from './facts.ts'
import { listHacks } from './routes/list.ts'

export const hacks: Domain = {
  name: 'hacks',
  facts: [incidents],
  routes: [listHacks],
}
