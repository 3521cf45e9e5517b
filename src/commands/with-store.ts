import { pino } from 'pino'
import { type Accounts, openAccounts } from '../accounts/accounts.ts'
import { mirrored, openSql, openStore, routes, sources } from '../app.ts'
import type { Config } from '../config.ts'
import { type Clock, createClock } from '../lib/clock.ts'
import { createLive } from '../live.ts'
import type { Store } from '../store/store.ts'
import type { Openers, Terminal } from './context.ts'
import { remoteOperations } from './control-client.ts'
import { listenForCommands } from './control-server.ts'
import { isInUse, makeDataDir, prepareDataDir } from './data-dir.ts'
import { localOperations, type Operations } from './operations.ts'
import { finishOrStop, listenForStop } from './stop.ts'

/** Opens what commands need, as the settings say. */
export function createOpeners(around: Omit<Terminal, 'open'>): Openers {
  const { config, printError } = around
  const open: Openers = {
    nothing: (work) => work(terminal),
    accounts: (work) =>
      withAccounts(config, (accounts, clock) => work({ ...terminal, accounts, clock })),
    store: (work) =>
      withStore(config, printError, (operations, store) =>
        work({ ...terminal, operations, store, isServing: store === undefined }),
      ),
  }
  const terminal: Terminal = { ...around, open }
  return open
}

/** Through the running server when there is one; else this process opens the data directory. */
async function withStore(
  config: Config,
  printError: (line: string) => void,
  work: (operations: Operations, store: Store | undefined) => Promise<unknown>,
): Promise<unknown> {
  let code: unknown
  const run = async (operations: Operations, store?: Store) => {
    code = await work(operations, store)
  }
  const stop = listenForStop()
  if (config.storeUrl === undefined && (await isInUse(config.dataDir))) {
    const end = await finishOrStop(run(remoteOperations(config.dataDir)), stop)
    if (end === 'stopped') printError('Stopped waiting; the server goes on with it.')
    return code
  }
  if (config.storeUrl === undefined) await prepareDataDir(config.dataDir)
  let opening: Promise<Store> | undefined
  const working = withAccounts(config, (accounts, clock) => {
    opening = openStore(config, accounts, { stop, log: printError })
    return onOwnStore(config, { opening, clock, stop }, run)
  })
  if ((await finishOrStop(working, stop)) === 'done') return code
  // Leaving the process while the engine still works would crash it.
  await opening?.then((store) => store.close()).catch(() => undefined)
  printError('Stopped; a run that was not committed is removed at the next start.')
  return code
}

async function onOwnStore(
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

async function withAccounts<T>(
  config: Config,
  work: (accounts: Accounts, clock: Clock) => Promise<T>,
): Promise<T> {
  makeDataDir(config.dataDir)
  const clock = createClock(config.clock)
  const defaults = { ratePerMinute: config.proRate, creditsPerMonth: config.proCredits }
  const { accountsUrl: url, dataDir } = config
  const accounts = await openAccounts({ url, dataDir, clock, defaults })
  try {
    return await work(accounts, clock)
  } finally {
    await accounts.close()
  }
}
