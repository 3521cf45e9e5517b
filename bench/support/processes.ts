import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import { at } from '../../src/lib/at.ts'
import { listFreePorts } from '../../test/support/clickhouse/free-ports.ts'

export const run = promisify(execFile)
// A suite that fails or is stopped leaves neither processes nor folders behind.
const children = new Set<ChildProcess>()
const folders = new Set<string>()
process.on('exit', () => {
  for (const child of children) child.kill('SIGKILL')
  for (const folder of folders) removeFolder(folder)
})
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => process.exit(1))
const TICKS_PER_SEC = 100
const PROGRAM = [
  '--disable-warning=ExperimentalWarning',
  join(import.meta.dirname, '../../src/main.ts'),
]
export const BENCH_KEY = 'bench-key-0123456789'

/** Settings of a demo world that stands still, and of a store without one. */
export const FROZEN_DEMO = { ALMANAC_CLOCK: '2026-01-31T12:00:00Z' }
export const NO_DEMO = { ALMANAC_DEMO: 'off' }

export interface Peer {
  readonly url: string
  readonly pid: number
  stop(): Promise<void>
}

export interface Service extends Peer {
  readonly dataDir: string
  /** From the command to `/ready`. */
  readonly startSec: number
}

/** A folder that is removed after the work. */
export async function withFolder<T>(work: (folder: string) => Promise<T>): Promise<T> {
  const folder = folderUntilExit()
  try {
    return await work(folder)
  } finally {
    removeFolder(folder)
  }
}

/** A folder that is removed when the program ends. */
export function folderUntilExit(): string {
  const folder = mkdtempSync(join(tmpdir(), 'almanac-bench-'))
  folders.add(folder)
  return folder
}

function removeFolder(folder: string): void {
  folders.delete(folder)
  rmSync(folder, { recursive: true, force: true, maxRetries: 3 })
}

export async function requireTools(): Promise<void> {
  for (const tool of ['nginx', 'wrk']) {
    // Both print their version and leave with different codes; only a missing program counts.
    const missing = await run(tool, ['-v']).then(
      () => false,
      (error: NodeJS.ErrnoException) => error.code === 'ENOENT',
    )
    if (missing)
      throw new Error(`The benchmark needs ${tool} (Debian: apt-get install nginx-light wrk).`)
  }
}

/** A service for some work: on a data directory, or on a new one that is removed afterwards. */
export async function withService<T>(
  environment: Record<string, string>,
  work: (service: Service) => Promise<T>,
  dataDir?: string,
): Promise<T> {
  if (dataDir === undefined)
    return withFolder((folder) => withService(environment, work, join(folder, 'data')))
  const service = await startAlmanac(dataDir, environment)
  try {
    return await work(service)
  } finally {
    await service.stop()
  }
}

/** The service as it is started by hand, without rate limits. */
export async function startAlmanac(
  dataDir: string,
  environment: Record<string, string> = {},
  { output, args = [] }: { output?: number; args?: readonly string[] } = {},
): Promise<Service> {
  const startedMs = performance.now()
  const port = await freePort()
  const settings = {
    PORT: String(port),
    ALMANAC_BOOTSTRAP_KEY: BENCH_KEY,
    ALMANAC_FREE_RATE: '1000000000',
    ALMANAC_PRO_RATE: '1000000000',
    ALMANAC_PRO_CREDITS: '1000000000000',
    UV_THREADPOOL_SIZE: '12',
    NODE_COMPILE_CACHE: join(import.meta.dirname, '../../node_modules/.cache/almanac'),
    LOG_LEVEL: 'warn',
    ...environment,
  }
  const child = spawnAlmanac(dataDir, ['serve', ...args], settings, output)
  const peer = await peerOf(child, port, '/ready')
  return { ...peer, dataDir, startSec: (performance.now() - startedMs) / 1000 }
}

/** Starts a command of the program on a data directory, as a person would. */
export function spawnAlmanac(
  dataDir: string,
  args: readonly string[],
  environment: Record<string, string> = {},
  output: 'ignore' | number = 'ignore',
): ChildProcess {
  return spawn(process.execPath, [...PROGRAM, ...args], {
    env: { ...process.env, ALMANAC_DATA_DIR: dataDir, ...environment },
    stdio: ['ignore', output, 'inherit'],
  })
}

/** Runs such a command to its end. */
export async function runAlmanac(dataDir: string, ...args: string[]): Promise<void> {
  const [code] = await once(spawnAlmanac(dataDir, args), 'exit')
  if (code !== 0) throw new Error(`almanac ${args.join(' ')} left with code ${code}`)
}

/** nginx with its stock settings, less the access log, serving the files of a folder. */
export async function startNginx(folder: string): Promise<Peer> {
  const port = await freePort()
  const config = join(folder, 'nginx.conf')
  writeFileSync(
    config,
    `daemon off; worker_processes auto; pid ${folder}/nginx.pid; error_log ${folder}/error.log; user root;
     events { worker_connections 768; }
     http { sendfile on; tcp_nopush on; access_log off; default_type application/json; keepalive_requests 100000000; etag on;
       server { listen 127.0.0.1:${port}; root ${folder}; } }`,
  )
  const child = spawn('nginx', ['-c', config], { stdio: ['ignore', 'ignore', 'inherit'] })
  return peerOf(child, port, '/nginx.conf')
}

/** Processor time so far of a process with its threads, or of the thread `<pid>/task/<id>`. */
export function processorTimeSec(pid: number | string): number {
  const [user = 0, system = 0] = processorTimes(pid)
  return user + system
}

/** The same of the children of this process that have ended, such as clients. */
export function endedChildrenTimeSec(): number {
  const [, , user = 0, system = 0] = processorTimes('self')
  return user + system
}

/** Seconds as user and as system, and the same of children that have ended. */
function processorTimes(pid: number | string): number[] {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
  // The name of the program stands in parentheses and may hold spaces.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  return fields.slice(11, 15).map((ticks) => Number(ticks) / TICKS_PER_SEC)
}

export function residentMb(pid: number): number {
  return Math.round(memoryMb(pid, 'VmRSS'))
}

/** What a process has in memory, or the most it ever had. */
export function memoryMb(pid: number, member: 'VmHWM' | 'VmRSS'): number {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8')
  return Number(new RegExp(`${member}:\\s+(\\d+) kB`).exec(status)?.[1] ?? 0) / 1024
}

async function freePort(): Promise<number> {
  return at(await listFreePorts(1), 0).http
}

/** A process that has started, once it serves a path. */
async function peerOf(child: ChildProcess, port: number, path: string): Promise<Peer> {
  children.add(child)
  child.once('exit', () => children.delete(child))
  const url = `http://127.0.0.1:${port}`
  // The demo world takes ten seconds, and minutes on a machine that is busy with other work.
  for (let attempt = 0; attempt < 6_000; attempt++) {
    if (child.exitCode !== null) throw new Error(`the process left with code ${child.exitCode}`)
    const response = await fetch(url + path).catch(() => undefined)
    if (response?.ok) return { url, pid: child.pid ?? 0, stop: () => stop(child) }
    await sleep(100)
  }
  throw new Error('the process was not ready within ten minutes')
}

async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null) return
  const left = once(child, 'exit')
  child.kill('SIGTERM')
  await left
}
