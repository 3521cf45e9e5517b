import { domains } from '../domains/index.ts'
import { metaRoutes, metaTopic } from '../http/meta/index.ts'
import { operatorRoutes, operatorTopic } from '../http/operator/key-routes.ts'
import { tagOf } from '../http/route.ts'
import { sessionRoutes, sessionTopic } from '../http/session/session-routes.ts'
import { sqlRoutes, sqlTopic } from '../http/sql/post-sql.ts'
import { qualityHolds } from '../live/guards/holds/facts.ts'
import { receipts } from '../live/receipts/receipt.ts'
import { sourceStates } from '../live/schedule/source-state-log.ts'
import { mirrorReceipts } from '../runs/mirror/facts.ts'
import type { MirroredDomain } from '../sources/mirror/response.ts'

/** Facts of the platform itself, beside those of the domains. */
const platformFacts = [qualityHolds, receipts, sourceStates, mirrorReceipts]
export const facts = [...domains.flatMap((domain) => domain.facts), ...platformFacts]
const platformRoutes = [...metaRoutes, ...sqlRoutes, ...operatorRoutes, ...sessionRoutes]
export const routes = [...domains.flatMap((domain) => domain.routes), ...platformRoutes]
/** What the operations of each domain are about. */
export const topics = [
  ...domains.flatMap(({ routes: [first], describe }) =>
    first === undefined ? [] : { name: tagOf(first), description: describe },
  ),
  ...[metaTopic, sqlTopic, operatorTopic, sessionTopic],
]
/** Each operation with the rows behind its responses, as its domain declares them. */
export const operations = new Map(
  domains.flatMap((domain) =>
    domain.routes.map((route) => [route.id, { route, rowsBehind: domain.rowsBehind }] as const),
  ),
)
export const sources = domains.flatMap((domain) => domain.sources ?? [])
/** How responses of other services map to our facts, by domain. */
export const mirrored: readonly MirroredDomain[] = domains.flatMap(({ name, mirrored: own }) =>
  own === undefined ? [] : { domain: name, ...own },
)
export const loaders = domains.flatMap((domain) => domain.load ?? [])
