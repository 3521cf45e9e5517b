import type { Domain } from '../domain.ts'
import { protocolHallmarks, protocols, tokens } from './facts.ts'
import { observeRegistry } from './ingest/from-observations.ts'
import { registryStates } from './read.ts'

export const registry: Domain = {
  name: 'registry',
  facts: [protocols, tokens, protocolHallmarks],
  routes: [],
  states: registryStates,
  observe: observeRegistry,
}
