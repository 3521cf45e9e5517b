import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { type Logger, pino } from 'pino'
import { type App, createApp, loaders, sources } from '../app.ts'
import type { Config } from '../config.ts'
import { listenOn } from '../http/listen.ts'
import { UsageError } from '../lib/errors.ts'
import { listenForCommands } from './control-server.ts'
import { prepareDataDir } from './data-dir.ts'
import { createDemoProgress } from './demo-progress.ts'
import { localOperations } from './operations.ts'

export const SERVE_USAGE = 'almanac serve [--no-demo]'

/** `almanac serve`: runs the service until a signal stops it. */
export async function runServe(
  args: string[],
  given: Config,
  print: (line: string) => void,
): Promise<void> {
  const config = parseOptions(args, given)
  await prepareDataDir(config.dataDir)
  const log = pino({ level: config.logLevel })
  const startedMs = performance.now()
  const app = await createApp(config, log)
  const control = await listenForCommands(
    config.dataDir,
    localOperations({ store: app.store, clock: app.clock, sources, live: app.live }),
  )
  const address = await listen(app, config)
  if (config.demo === 'auto' && app.store.journal.latest === 0)
    print('The store is empty: making the demo world …')
  await app.start(createDemoProgress(process.stdout))
  // A reference file must not keep the service from running.
  for (const load of loaders)
    await load(app.store, app.clock, log).catch((error) =>
      log.error({ err: error }, 'reference files'),
    )
  const key = await demoKey(app, config)
  for (const line of welcome(address, key, performance.now() - startedMs)) print(line)
  await untilTold(log)
  control.close()
  control.closeAllConnections()
  await app.close()
}

function parseOptions(args: string[], config: Config): Config {
  try {
    const { values } = parseArgs({
      args,
      options: { 'no-demo': { type: 'boolean', default: false } },
    })
    return values['no-demo'] ? { ...config, demo: 'off' } : config
  } catch (error) {
    throw new UsageError(`${(error as Error).message.split('. ')[0]}; usage: ${SERVE_USAGE}`)
  }
}

async function listen(app: App, config: Config): Promise<string> {
  try {
    return await listenOn(app.server, config)
  } catch (error) {
    await app.close()
    const { code } = error as NodeJS.ErrnoException
    if (code === 'EADDRINUSE')
      throw new UsageError(
        `PORT: ${config.host}:${config.port} is taken. Set PORT to another one, or to 0 for any free one.`,
      )
    if (code === 'EACCES' || code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND')
      throw new UsageError(`HOST, PORT: cannot listen on ${config.host}:${config.port} (${code}).`)
    throw error
  }
}

/** The demo world's key, stored in the data directory so that every start can show it. */
async function demoKey(app: App, config: Config): Promise<string | undefined> {
  if (config.bootstrapKey !== undefined || config.demo === 'off') return undefined
  const path = join(config.dataDir, 'demo-key')
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

/** Resolves on SIGTERM or SIGINT; a second signal does not wait for running calls. */
function untilTold(log: Logger): Promise<void> {
  return new Promise((resolve) => {
    const stop = (signal: string) => {
      log.info({ signal }, 'stopping: letting running calls finish')
      process.once('SIGINT', () => process.exit(1))
      resolve()
    }
    process.once('SIGTERM', stop)
    process.once('SIGINT', stop)
  })
}
