import type { Domain } from '../domain.ts'
import { protocolHallmarks, protocols, tokens } from './facts.ts'
import { chainRegistry } from './ingest/chain-registry.ts'
import { observeRegistry } from './ingest/from-observations.ts'
import { remarkProtocols } from './ingest/remark-protocols.ts'
import { listProtocolCoins } from './ingest/responses.ts'

export const registry: Domain = {
  name: 'registry',
  describe: 'Names: chains, protocols and their parents, tokens and categories.',
  facts: [protocols, tokens, protocolHallmarks],
  routes: [],
  observe: observeRegistry,
  remark: remarkProtocols,
  mirrored: { responses: [], listCoins: listProtocolCoins },
  fetches: [chainRegistry],
}
