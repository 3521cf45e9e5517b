import { type ChildProcessByStdio, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Readable, Writable } from 'node:stream'
import { setTimeout as delay } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { PATIENCE } from '../patience.ts'
import { serverArguments } from './server-arguments.ts'
import { type NodeConfig, serverConfigXml } from './server-config.ts'

// Another program that makes a server of the same arguments, where the library has none.
const PROGRAM = process.env.ALMANAC_TEST_CLICKHOUSE

const START_TIMEOUT_MS = 30_000 * PATIENCE
const RESPONSE_TIMEOUT_MS = 5_000 * PATIENCE
const STOP_TIMEOUT_MS = 5_000
const POLL_MS = 25
const STDERR_TAIL_CHARS = 4_000

type Child = ChildProcessByStdio<Writable, null, Readable>

export type ClickHouseNode = { url: string; pid: number; stop(): Promise<void> }

const hasEnded = (child: Child): boolean => child.exitCode !== null || child.signalCode !== null

function spawnServer(folder: string): { child: Child; readStderr(): string } {
  const own = fileURLToPath(new URL('./server-process.ts', import.meta.url))
  const [command, args] =
    PROGRAM === undefined ? [process.execPath, [own, folder]] : [PROGRAM, serverArguments(folder)]
  // The open standard input is what ties the child's life to ours.
  const child = spawn(command, args, {
    stdio: ['pipe', 'ignore', 'pipe'],
    env: { ...process.env, TZ: 'UTC' },
  })
  let stderrTail = ''
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    stderrTail = (stderrTail + text).slice(-STDERR_TAIL_CHARS)
  })
  return { child, readStderr: () => stderrTail }
}

/** Asks for the data path, because another test's server may have taken the port in between. */
async function responses(url: string, dataPath: string): Promise<boolean> {
  try {
    const body = "SELECT value FROM system.server_settings WHERE name = 'path'"
    const response = await fetch(url, {
      method: 'POST',
      body,
      signal: AbortSignal.timeout(RESPONSE_TIMEOUT_MS),
    })
    return response.ok && (await response.text()).trim() === dataPath
  } catch {
    return false
  }
}

async function waitUntilReady(
  child: Child,
  isReady: () => Promise<boolean>,
): Promise<string | undefined> {
  const deadline = performance.now() + START_TIMEOUT_MS
  while (performance.now() < deadline) {
    if (hasEnded(child)) return 'ended before it answered'
    if (await isReady()) return undefined
    await delay(POLL_MS)
  }
  return `did not answer within ${START_TIMEOUT_MS / 1000} s`
}

async function endProcess(child: Child): Promise<void> {
  if (hasEnded(child)) return
  const ended = once(child, 'exit')
  child.kill('SIGTERM')
  const timer = setTimeout(() => child.kill('SIGKILL'), STOP_TIMEOUT_MS)
  await ended
  clearTimeout(timer)
}

/** What is open to the child keeps this process from its end no more. */
function leaveRunning(child: Child): void {
  child.unref()
  for (const stream of [child.stdin, child.stderr]) if (stream instanceof Socket) stream.unref()
}

export async function startNode({
  isLeftRunning = false,
  ...config
}: Omit<NodeConfig, 'dataPath'> & {
  isLeftRunning?: boolean | undefined
}): Promise<ClickHouseNode> {
  const folder = await mkdtemp(join(tmpdir(), 'almanac-clickhouse-'))
  const dataPath = join(folder, 'data')
  const url = `http://127.0.0.1:${config.ports.http}`
  await writeFile(join(folder, 'config.xml'), serverConfigXml({ ...config, dataPath }))
  if (config.usersXml !== undefined) await writeFile(join(folder, 'users.xml'), config.usersXml)
  const { child, readStderr } = spawnServer(folder)
  const stop = async (): Promise<void> => {
    await endProcess(child)
    await rm(folder, { recursive: true, force: true, maxRetries: 3 })
  }
  const failure = await waitUntilReady(child, () => responses(url, dataPath))
  if (failure === undefined) {
    if (isLeftRunning) leaveRunning(child)
    return { url, pid: child.pid ?? 0, stop }
  }
  await stop()
  throw new Error(
    `The ClickHouse server on ${url} ${failure}. Its standard error ends with:\n${readStderr()}`,
  )
}
