import cluster from 'node:cluster'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { type App, createApp, loaders, mirrored, routes, sources } from '../app.ts'
import type { Config } from '../config.ts'
import { removeStaleSocket } from '../http/server/listen.ts'
import { createLog, type Log } from '../lib/log.ts'
import { listenForCommands } from './control-server.ts'
import { DEMO_KEY_FILE, prepareDataDir } from './data-dir.ts'
import { listenForCallers, listenForMetrics } from './listen-for-callers.ts'
import { localOperations } from './operations.ts'
import { createDemoProgress } from './progress.ts'
import { listenForStop, untilStopped } from './stop.ts'
import { welcome } from './welcome.ts'
import { serveAsWorker } from './workers/serve-as-worker.ts'
import { WorkerPool } from './workers/worker-pool.ts'

const LAST_ACCEPT_MS = 100

/** The service, from the empty process until a signal ends it. */
export async function serveUntilStopped(
  config: Config,
  workers: number,
  print: (line: string) => void,
): Promise<void> {
  // Workers use the directory of the process that started them.
  if (cluster.isPrimary) await prepareDataDir(config.dataDir)
  const log = createLog(config.logLevel, config.accessLog.format)
  const stop = listenForStop((signal) => {
    if (cluster.isPrimary) log.info({ signal }, 'stopping: letting running calls finish')
  })
  // Until it serves, no request waits for a response: a signal then cancels what the engine does.
  const starting = new AbortController()
  const stopStarting = () => starting.abort()
  stop.addEventListener('abort', stopStarting)
  try {
    const serving = cluster.isPrimary
      ? await startServing({ config, workers, log, print }, starting.signal)
      : await serveAsWorker(config, log, starting.signal)
    stop.removeEventListener('abort', stopStarting)
    await untilStopped(stop)
    // Connections that have reached this machine are still taken: closing would reset them.
    await sleep(LAST_ACCEPT_MS)
    await serving.close()
  } catch (error) {
    if (!stop.aborted) throw error
  }
}

interface Serving {
  close(): Promise<unknown>
}

interface ServeOptions {
  config: Config
  workers: number
  log: Log
  print: (line: string) => void
}

/** Everything from the empty process to the lines that say it is ready. */
async function startServing(
  { config, workers, log, print }: ServeOptions,
  stop: AbortSignal,
): Promise<Serving> {
  const startedMs = performance.now()
  const pool = workers > 1 ? new WorkerPool(workers, log) : undefined
  const app = await createApp(config, log, stop, pool)
  const close = () => Promise.all([pool?.stop(), app.close()])
  try {
    const { store, clock, live, sql } = app
    const declared = { sources, mirror: { mirrored, routes } }
    const operations = localOperations({ store, clock, live, sql, ...declared })
    const control = await listenForCommands(config.dataDir, operations)
    if (pool !== undefined && config.socketPath !== undefined)
      await removeStaleSocket(config.socketPath)
    await listenForMetrics(app, config)
    const url = await (pool?.start(app, stop) ?? listenForCallers(app, config))
    if (config.demo === 'auto' && config.role !== 'api' && app.store.journal.latest === 0)
      print('The store is empty: making the demo world …')
    await app.start(createDemoProgress(process.stdout))
    // A reference file must not keep the service from running.
    for (const load of app.isLead() ? loaders : [])
      await load(app.store, app.clock, log).catch((error) =>
        log.error({ err: error }, 'reference files'),
      )
    const key = await demoKey(app, config)
    await pool?.release()
    for (const line of welcome(url, key, performance.now() - startedMs)) print(line)
    return {
      close: () => {
        control.close()
        control.closeAllConnections()
        return close()
      },
    }
  } catch (error) {
    await close()
    throw error
  }
}

/** The demo world's key, stored in the data directory so that every start can show it. */
async function demoKey(app: App, config: Config): Promise<string | undefined> {
  if (config.bootstrapKey !== undefined || config.demo === 'off') return undefined
  const path = join(config.dataDir, DEMO_KEY_FILE)
  if (existsSync(path)) return readFileSync(path, 'utf8').trim()
  if ((await app.accounts.listKeys()).some((key) => key.name === 'demo')) return undefined
  const { text } = await app.accounts.createKey({ name: 'demo' })
  writeFileSync(path, `${text}\n`, { mode: 0o600 })
  return text
}
