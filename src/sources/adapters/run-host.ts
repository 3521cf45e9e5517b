import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdtemp, readFile, realpath, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { UsageError } from '../../lib/errors.ts'
import type { Gateway } from './gateway.ts'
import type { FromHost, HostJob, HostResult } from './messages.ts'
import { compileModule } from './module-code.ts'
import { rpcUrl } from './own-hosts.ts'
import { Tunnel } from './tunnel.ts'

export interface HostLimits {
  memoryMb: number
  timeSec: number
}

export const DEFAULT_LIMITS: HostLimits = { memoryMb: 1024, timeSec: 600 }

export interface HostOptions {
  job: HostJob
  gateway: Gateway
  limits: HostLimits
  /** Keys of the chains with configured nodes. */
  chains: readonly string[]
  /** The program that runs it. */
  node: string
}

const PROGRAM_FOLDER = fileURLToPath(new URL('.', import.meta.url))
const PROJECT = fileURLToPath(new URL('../../../', import.meta.url))
const WATCH_EVERY_MS = 250
/** What the runtime itself needs. */
const OVERHEAD_MB = 256
const MAX_MESSAGE_LENGTH = 2000

/** Runs a job in its own process without files, programs and network, within time and memory. */
export async function runHost(options: HostOptions): Promise<HostResult> {
  const folder = await mkdtemp(join(await realpath(tmpdir()), 'almanac-adapter-'))
  try {
    return await runIn(folder, options)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

async function runIn(folder: string, options: HostOptions): Promise<HostResult> {
  const child = start(folder, options)
  const tunnel = new Tunnel(
    (message, done) => (child.connected ? child.send(message, done) : done(null)),
    (socket, origin) => options.gateway.accept(socket, origin),
  )
  const lastOutput = keepLastOutput(child)
  const { promise, resolve, reject } = Promise.withResolvers<HostResult>()
  const fail = (why: string) =>
    reject(new UsageError(`${options.job.file}: ${why}${detailsOf(lastOutput(), options.gateway)}`))
  const { job } = options
  const sendJob = async (): Promise<void> => {
    try {
      const compiled = await compileModule(job.file, job.checkout)
      if (child.connected) child.send({ type: 'job', job, compiled })
    } catch (error) {
      fail(error instanceof Error ? error.message : String(error))
    }
  }
  const receive = (message: FromHost): void => {
    if (message.type === 'ready') void sendJob()
    else if (message.type === 'done') resolve(message.result)
    else if (message.type === 'failed') fail(String(message.message).slice(0, MAX_MESSAGE_LENGTH))
    else tunnel.receive(message)
  }
  child.on('message', (message: FromHost) => {
    try {
      receive(message)
    } catch {
      // A module that gets hold of the channel can send anything.
      fail('it sent an invalid message')
    }
  })
  child.on('error', (error) => fail(error.message))
  child.on('exit', (code, signal) => fail(exitReason(code, signal)))
  const stopWatching = watch(child, options.limits, fail)
  try {
    return await promise
  } finally {
    stopWatching()
    tunnel.closeAll()
    await end(child)
  }
}

function start(folder: string, { job, limits, chains, node }: HostOptions): ChildProcess {
  const readable = [
    `${job.checkout}/*`,
    `${PROGRAM_FOLDER}*`,
    join(PROJECT, 'src/lib/at.ts'),
    join(PROJECT, 'package.json'),
    join(PROJECT, 'node_modules/*'),
    `${folder}/*`,
    folder,
  ]
  const permissions = [
    '--permission',
    ...readable.map((path) => `--allow-fs-read=${path}`),
    `--allow-fs-write=${folder}/*`,
  ]
  const nodes = chains.map((chain) => [`${chain.toUpperCase()}_RPC`, rpcUrl(chain)])
  return spawn(
    node,
    [
      ...permissions,
      '--no-warnings',
      `--max-old-space-size=${limits.memoryMb}`,
      join(PROGRAM_FOLDER, 'host/main.ts'),
    ],
    {
      cwd: folder,
      // Nothing of the service's own environment: it may hold secrets.
      env: {
        ...Object.fromEntries(nodes),
        TZ: 'UTC',
        HOME: folder,
        TMPDIR: folder,
        TVL_LOCAL_CACHE_ROOT_FOLDER: folder,
      },
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
      serialization: 'advanced',
    },
  )
}

/** The end of what it printed; all of it is read, so that a full pipe never blocks it. */
function keepLastOutput(child: ChildProcess): () => string {
  let output = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding('utf8').on('data', (text: string) => {
      output = (output + text).slice(-MAX_MESSAGE_LENGTH)
    })
  }
  return () => output
}

function detailsOf(output: string, gateway: Gateway): string {
  // SDKs try public nodes first; the hosts that the module itself needs come last.
  const hosts = [...gateway.refused].slice(-3).join(', ')
  const refused = hosts === '' ? '' : `\nhosts it may not reach: ${hosts} (--allow adds them)`
  const last = output.trim().split('\n').slice(-5).join('\n')
  return `${refused}${last === '' ? '' : `\nit printed last:\n${last}`}`
}

function exitReason(code: number | null, signal: string | null): string {
  if (signal === 'SIGABRT' || code === 134) return 'it ran out of memory; --memory gives it more'
  return `its process ended by itself before it answered (${signal ?? `exit code ${code}`})`
}

function watch(
  child: ChildProcess,
  { memoryMb, timeSec }: HostLimits,
  fail: (why: string) => void,
): () => void {
  const timer = setTimeout(
    () => fail(`it took longer than ${timeSec} s; --time gives it longer`),
    timeSec * 1000,
  )
  const watcher = setInterval(async () => {
    const residentMb = await readResidentMb(child.pid)
    if (residentMb !== undefined && residentMb > memoryMb + OVERHEAD_MB)
      fail(`it took more than ${memoryMb} MB of memory; --memory gives it more`)
  }, WATCH_EVERY_MS)
  return () => {
    clearTimeout(timer)
    clearInterval(watcher)
  }
}

/** Memory outside the heap has no limit that could be set beforehand. Undefined: it has ended. */
async function readResidentMb(pid: number | undefined): Promise<number | undefined> {
  try {
    if (existsSync('/proc/self/status')) {
      const status = await readFile(`/proc/${pid}/status`, 'utf8')
      const kilobytes = /VmRSS:\s+(\d+)/.exec(status)?.[1]
      return kilobytes === undefined ? undefined : Number(kilobytes) / 1024
    }
    const { stdout } = await promisify(execFile)('ps', ['-o', 'rss=', '-p', String(pid)])
    return Number(stdout) / 1024
  } catch {
    return undefined
  }
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null || child.pid === undefined) return
  const ended = new Promise((resolve) => child.once('exit', resolve))
  child.kill('SIGKILL')
  await ended
}
