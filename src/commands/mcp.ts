import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { type Client, createClient } from '../../packages/client/src/index.ts'
import type { Config } from '../config.ts'
import { createClock } from '../lib/clock.ts'
import { UsageError } from '../lib/errors.ts'
import type { Terminal } from './context.ts'
import { DEMO_KEY_FILE, isInUse } from './data-dir.ts'
import { defineCommand } from './define-command.ts'
import { option } from './options.ts'
import { listenForStop, untilStopped } from './stop.ts'

const PROGRAM = join(import.meta.dirname, '../main.ts')

/** The service that is asked, and how to leave it. */
interface Service {
  readonly baseUrl: string
  readonly key: string | undefined
  close(): Promise<void>
}

/** Asks the service at a URL, the one of the data directory, or one that it starts for a while. */
export const mcp = defineCommand({
  name: 'mcp',
  options: { url: option('URL', 'the service that is asked', readUrl) },
  describe: 'requests of an agent (MCP) over stdin and stdout',
  needs: 'nothing',
  run: async ({ options: { url } }, terminal) => {
    const { config, environment } = terminal
    const stop = listenForStop()
    const clock = createClock(config.clock)
    try {
      const service =
        url === undefined
          ? await findOwnService(config, environment, stop)
          : { baseUrl: url, key: config.mcpKey, close: async () => undefined }
      const client = createClient({ baseUrl: service.baseUrl, cache: false, ...keyOf(service) })
      await serveAgent(client, () => clock.nowMs(), { ...terminal, stop })
      await service.close()
    } catch (error) {
      // Whatever fails after the signal fails because of it.
      if (!stop.aborted) throw error
    }
  },
})

function keyOf({ key }: Service): { key?: string } {
  return key === undefined ? {} : { key }
}

async function findOwnService(
  config: Config,
  environment: NodeJS.ProcessEnv,
  stop: AbortSignal,
): Promise<Service> {
  const { dataDir, host, port } = config
  const isRunning = config.storeUrl === undefined && (await isInUse(dataDir))
  if (isRunning && port === 0)
    throw new UsageError('A server runs on this data directory. Name its URL with --url.')
  const started = isRunning ? undefined : await startService(environment, stop)
  return {
    baseUrl: started?.baseUrl ?? `http://${host}:${port}`,
    key: config.mcpKey ?? config.bootstrapKey ?? readDemoKey(dataDir),
    close: async () => {
      if (started !== undefined) await endService(started.child)
    },
  }
}

/** `almanac serve` in a process: the embedded engine reads standard input, the agent's here. */
async function startService(
  environment: NodeJS.ProcessEnv,
  stop: AbortSignal,
): Promise<{ baseUrl: string; child: ChildProcess }> {
  const child = spawn(process.execPath, [...process.execArgv, PROGRAM, 'serve'], {
    env: environment,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  stop.addEventListener('abort', () => child.kill('SIGTERM'), { once: true })
  for await (const line of createInterface({ input: child.stdout })) {
    const baseUrl = /ready at (http:\S+)/.exec(line)?.[1]
    if (baseUrl === undefined) continue
    child.stdout.resume()
    return { baseUrl, child }
  }
  throw new UsageError('The service could not be started; the line above says why.')
}

async function endService(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const ended = once(child, 'exit')
  child.kill('SIGTERM')
  await ended
}

function readDemoKey(dataDir: string): string | undefined {
  const path = join(dataDir, DEMO_KEY_FILE)
  return existsSync(path) ? readFileSync(path, 'utf8').trim() : undefined
}

/** Until the agent closes its end, or a signal comes. */
async function serveAgent(
  client: Client,
  nowMs: () => number,
  { stdin, stdout, stop }: Pick<Terminal, 'stdin' | 'stdout'> & { readonly stop: AbortSignal },
): Promise<void> {
  const [{ createMcpServer }, { StdioServerTransport }] = await Promise.all([
    import('../mcp/server.ts'),
    import('@modelcontextprotocol/sdk/server/stdio.js'),
  ])
  const server = createMcpServer(client, nowMs)
  const ended = once(stdin, 'end')
  await server.connect(new StdioServerTransport(stdin, stdout))
  await Promise.race([ended, untilStopped(stop)])
  await server.close()
}

function readUrl(text: string, name: string): string {
  if (!/^https?:$/.test(URL.canParse(text) ? new URL(text).protocol : ''))
    throw new UsageError(`${name} must be an http or https URL`)
  return text
}
