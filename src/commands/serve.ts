import cluster from 'node:cluster'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import type { Logger } from 'pino'
import { type App, createApp, loaders, mirrored, routes, sources } from '../app.ts'
import { type Config, ROLES, type Role } from '../config.ts'
import { removeStaleSocket } from '../http/server/listen.ts'
import { UsageError } from '../lib/errors.ts'
import { createLog } from '../lib/log.ts'
import { listenForCommands } from './control-server.ts'
import { prepareDataDir } from './data-dir.ts'
import { createDemoProgress } from './demo-progress.ts'
import { listenForCallers, listenForMetrics } from './listen-for-callers.ts'
import { localOperations } from './operations.ts'
import { listenForStop, untilStopped } from './stop.ts'
import { welcome } from './welcome.ts'
import { serveAsWorker } from './workers/serve-as-worker.ts'
import { WorkerPool } from './workers/worker-pool.ts'

export const SERVE_USAGE = 'almanac serve [--no-demo] [--role all|api|ingest] [--workers N]'

/** Holds the demo world's key in the data directory. */
export const DEMO_KEY_FILE = 'demo-key'

const LAST_ACCEPT_MS = 100
const MAX_WORKERS = 64

/** `almanac serve`: runs the service until a signal stops it. */
export async function runServe(
  args: string[],
  given: Config,
  print: (line: string) => void,
): Promise<void> {
  const { config, workers } = parseOptions(args, given)
  // Workers use the directory of the process that started them.
  if (cluster.isPrimary) await prepareDataDir(config.dataDir)
  const log = createLog(config.logLevel, config.accessLog.format)
  const told = listenForStop((signal) => {
    if (cluster.isPrimary) log.info({ signal }, 'stopping: letting running calls finish')
  })
  // Until it serves, nobody waits for an answer: a signal then cancels what the engine does.
  const starting = new AbortController()
  const stopStarting = () => starting.abort()
  told.addEventListener('abort', stopStarting)
  try {
    const serving = cluster.isPrimary
      ? await startServing({ config, workers, log, print }, starting.signal)
      : await serveAsWorker(config, log, starting.signal)
    told.removeEventListener('abort', stopStarting)
    await untilStopped(told)
    // Connections that have reached this machine are still taken: closing would reset them.
    await sleep(LAST_ACCEPT_MS)
    await serving.close()
  } catch (error) {
    if (!told.aborted) throw error
  }
}

interface Serving {
  close(): Promise<unknown>
}

interface ServeOptions {
  config: Config
  workers: number
  log: Logger
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
    const control = await listenForCommands(
      config.dataDir,
      localOperations({
        store: app.store,
        clock: app.clock,
        sources,
        live: app.live,
        sql: app.sql,
        mirror: { mirrored, routes },
      }),
    )
    if (pool !== undefined && config.socketPath !== undefined)
      await removeStaleSocket(config.socketPath)
    await listenForMetrics(app, config)
    const address = await (pool?.start(app, stop) ?? listenForCallers(app, config))
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
    for (const line of welcome(address, key, performance.now() - startedMs)) print(line)
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

function parseOptions(args: string[], config: Config): { config: Config; workers: number } {
  try {
    const { values } = parseArgs({
      args,
      options: {
        'no-demo': { type: 'boolean', default: false },
        role: { type: 'string', default: config.role },
        workers: { type: 'string', default: '1' },
      },
    })
    const role = readRole(values.role, config)
    const demo = values['no-demo'] ? 'off' : config.demo
    return { config: { ...config, role, demo }, workers: readWorkers(values.workers, config) }
  } catch (error) {
    throw new UsageError(`${(error as Error).message.split('. ')[0]}; usage: ${SERVE_USAGE}`)
  }
}

function readRole(text: string, { storeUrl }: Config): Role {
  const role = ROLES.find((one) => one === text)
  if (role === undefined)
    throw new UsageError(`--role must be one of ${ROLES.join(', ')}, not "${text}"`)
  if (role !== 'all' && storeUrl === undefined)
    throw new UsageError(
      `--role ${role} needs ALMANAC_STORE_URL, since the embedded engine belongs to one process`,
    )
  return role
}

function readWorkers(text: string, { storeUrl }: Config): number {
  const workers = Number(text)
  if (!Number.isInteger(workers) || workers < 1 || workers > MAX_WORKERS)
    throw new UsageError(`--workers must be a number from 1 to ${MAX_WORKERS}, not "${text}"`)
  if (workers > 1 && storeUrl === undefined)
    throw new UsageError(
      `--workers ${workers} needs ALMANAC_STORE_URL, since the embedded engine belongs to one process`,
    )
  return workers
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
