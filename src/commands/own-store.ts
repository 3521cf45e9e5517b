import { pino } from 'pino'
import { mirrored, routes, sources } from '../app/declared.ts'
import { openSql } from '../app/engines.ts'
import type { Config } from '../config.ts'
import type { Clock } from '../lib/clock.ts'
import { createLive } from '../live.ts'
import type { Store } from '../store/store.ts'
import { listenForCommands } from './control-server.ts'
import { localOperations, type Operations } from './operations.ts'

export { openStore } from '../app/engines.ts'

/** Runs a command on a store that this process has opened, and closes it. */
export async function onOwnStore(
  config: Config,
  { opening, clock, stop }: { opening: Promise<Store>; clock: Clock; stop: AbortSignal },
  work: (operations: Operations, store: Store) => Promise<void>,
): Promise<void> {
  const store = await opening
  try {
    const live = await createLive(config, store, clock, pino({ level: 'silent' }))
    stop.addEventListener('abort', () => live.stop(), { once: true })
    const declared = { sources, mirror: { mirrored, routes } }
    const sql = openSql(config, store)
    const operations = localOperations({ store, clock, live, sql, ...declared })
    // Listening also keeps a second process from opening the same directory.
    const control =
      config.storeUrl === undefined
        ? await listenForCommands(config.dataDir, operations)
        : undefined
    try {
      await work(operations, store)
    } finally {
      control?.close()
      await live.close()
    }
  } finally {
    await store.close()
  }
}
