import { UsageError } from '../../lib/errors.ts'
import type { Store } from '../store.ts'
import { dropLeftOver, listLeftOver, migrateFact, refuseCluster } from './migrate.ts'
import { findOutdated, readSchemas } from './schemas.ts'

/** Brings tables of an earlier version to today's types and order, before anything reads them. */
export async function bringUpToDate(
  store: Store,
  { isReader, log }: { isReader: boolean; log: (message: string) => void },
): Promise<void> {
  const { engine, placement, replacements } = store
  const look = async () => {
    const schemas = await readSchemas(engine)
    const outdated = findOutdated(schemas, [...store.facts.values()], placement)
    return { outdated, leftOver: listLeftOver(schemas) }
  }
  const found = await look()
  if (isReader && found.outdated.length > 0)
    throw new UsageError(
      'The store was written by an earlier version. Start a process with the role ingest or all first; it brings the store up to date.',
    )
  if (isReader || found.outdated.length + found.leftOver.length === 0) return
  if (placement.cluster !== undefined && found.outdated.length > 0) refuseCluster(found.outdated)
  await store.alone(async () => {
    // Another process may have done it while this one waited for its turn.
    const { outdated, leftOver } = await look()
    await dropLeftOver(engine, leftOver)
    for (const one of outdated)
      await migrateFact(engine, one, { onIdentityChange: () => replacements.clear(), log })
  })
}
