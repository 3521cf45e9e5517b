import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import type { Server } from 'node:http'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import type { Logger } from 'pino'
import { type App, createApp, loaders, mirrored, routes, sources } from '../app.ts'
import { type Config, ROLES, type Role } from '../config.ts'
import { listenOn } from '../http/server/listen.ts'
import { serveMetrics } from '../http/server/metrics-server.ts'
import { UsageError } from '../lib/errors.ts'
import { createLog } from '../lib/log.ts'
import { listenForCommands } from './control-server.ts'
import { prepareDataDir } from './data-dir.ts'
import { createDemoProgress } from './demo-progress.ts'
import { localOperations } from './operations.ts'
import { listenForStop, untilStopped } from './stop.ts'

export const SERVE_USAGE = 'almanac serve [--no-demo] [--role all|api|ingest]'

/** Holds the demo world's key in the data directory. */
export const DEMO_KEY_FILE = 'demo-key'

const LAST_ACCEPT_MS = 100

/** `almanac serve`: runs the service until a signal stops it. */
export async function runServe(
  args: string[],
  given: Config,
  print: (line: string) => void,
): Promise<void> {
  const config = parseOptions(args, given)
  await prepareDataDir(config.dataDir)
  const log = createLog(config.logLevel, config.accessLog.format)
  const told = listenForStop((signal) =>
    log.info({ signal }, 'stopping: letting running calls finish'),
  )
  // Until it serves, nobody waits for an answer: a signal then cancels what the engine does.
  const starting = new AbortController()
  const stopStarting = () => starting.abort()
  told.addEventListener('abort', stopStarting)
  try {
    const { app, control } = await startServing(config, log, starting.signal, print)
    told.removeEventListener('abort', stopStarting)
    await untilStopped(told)
    // Connections that have reached this machine are still taken: closing would reset them.
    await sleep(LAST_ACCEPT_MS)
    control.close()
    control.closeAllConnections()
    await app.close()
  } catch (error) {
    if (!told.aborted) throw error
  }
}

/** Everything from the empty process to the lines that say it is ready. */
async function startServing(
  config: Config,
  log: Logger,
  stop: AbortSignal,
  print: (line: string) => void,
): Promise<{ app: App; control: Server }> {
  const startedMs = performance.now()
  const app = await createApp(config, log, stop)
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
    const address = await listen(app, config)
    if (config.demo === 'auto' && config.role !== 'api' && app.store.journal.latest === 0)
      print('The store is empty: making the demo world …')
    await app.start(createDemoProgress(process.stdout))
    // A reference file must not keep the service from running.
    for (const load of app.isLead() ? loaders : [])
      await load(app.store, app.clock, log).catch((error) =>
        log.error({ err: error }, 'reference files'),
      )
    const key = await demoKey(app, config)
    for (const line of welcome(address, key, performance.now() - startedMs)) print(line)
    return { app, control }
  } catch (error) {
    await app.close()
    throw error
  }
}

function parseOptions(args: string[], config: Config): Config {
  try {
    const { values } = parseArgs({
      args,
      options: {
        'no-demo': { type: 'boolean', default: false },
        role: { type: 'string', default: config.role },
      },
    })
    const role = readRole(values.role, config)
    return { ...config, role, demo: values['no-demo'] ? 'off' : config.demo }
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

async function listen(app: App, config: Config): Promise<string> {
  try {
    const address = await listenOn(app.server, config)
    const { metrics } = config
    if (metrics.address !== undefined) await listenForMetrics(app, metrics.address, metrics.token)
    return address
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (config.socketPath !== undefined && code !== undefined && !(error instanceof UsageError))
      throw new UsageError(`ALMANAC_SOCKET: cannot listen on ${config.socketPath} (${code}).`)
    if (code === 'EADDRINUSE')
      throw new UsageError(
        `PORT: ${config.host}:${config.port} is taken. Set PORT to another one, or to 0 for any free one.`,
      )
    if (code === 'EACCES' || code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND')
      throw new UsageError(`HOST, PORT: cannot listen on ${config.host}:${config.port} (${code}).`)
    throw error
  }
}

/** Metrics on their own address end with the service. */
async function listenForMetrics(
  app: App,
  address: { host: string; port: number },
  token: string | undefined,
): Promise<void> {
  try {
    const server = await serveMetrics(app.metrics, { address, token })
    app.server.addHook('preClose', async () => {
      server.close()
      server.closeAllConnections()
    })
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    throw new UsageError(
      `ALMANAC_METRICS_ADDRESS: cannot listen on ${address.host}:${address.port} (${code}).`,
    )
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

function welcome(address: string, key: string | undefined, ms: number): string[] {
  const pro = key === undefined ? [] : [`  curl -H 'X-API-Key: ${key}' ${address}/api/chainAssets`]
  return [
    '',
    `Almanac is ready at ${address} (${(ms / 1000).toFixed(1)} s)`,
    `Open it in a browser: the first page is ${address}/`,
    ...(key === undefined ? [] : [`Demo key: ${key}`]),
    '',
    'Try:',
    `  curl ${address}/v2/chains`,
    `  curl ${address}/prices/current/aggregator:bitcoin,aggregator:ethereum`,
    ...(pro.length > 0 ? pro : [`  curl ${address}/protocols`]),
    '',
    `Reference: ${address}/docs`,
    '',
  ]
}
