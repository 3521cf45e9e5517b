import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'

const run = promisify(execFile)
// A suite that fails or is stopped leaves neither processes nor folders behind.
const children = new Set<ChildProcess>()
const folders = new Set<string>()
process.on('exit', () => {
  for (const child of children) child.kill('SIGKILL')
  for (const folder of folders) removeFolder(folder)
})
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => process.exit(1))
const TICKS_PER_SEC = 100
export const BENCH_KEY = 'bench-key-0123456789'

export interface Peer {
  url: string
  pid: number
  stop(): Promise<void>
}

/** A folder that is removed after the work. */
export async function withFolder<T>(work: (folder: string) => Promise<T>): Promise<T> {
  const folder = mkdtempSync(join(tmpdir(), 'almanac-bench-'))
  folders.add(folder)
  try {
    return await work(folder)
  } finally {
    removeFolder(folder)
  }
}

function removeFolder(folder: string): void {
  folders.delete(folder)
  rmSync(folder, { recursive: true, force: true, maxRetries: 3 })
}

export async function requireTools(): Promise<void> {
  for (const [tool, flag] of [
    ['nginx', '-v'],
    ['wrk', '-v'],
  ] as const) {
    // Both print their version and leave with different codes; only a missing program counts.
    const missing = await run(tool, [flag]).then(
      () => false,
      (error: NodeJS.ErrnoException) => error.code === 'ENOENT',
    )
    if (missing)
      throw new Error(`The benchmark needs ${tool} (Debian: apt-get install nginx-light wrk).`)
  }
}

/** The service as it is started by hand, without rate limits. */
export async function startAlmanac(
  dataDir: string,
  environment: Record<string, string> = {},
  output: 'ignore' | number = 'ignore',
  args: readonly string[] = [],
): Promise<Peer> {
  const port = await freePort()
  const child = spawn(
    process.execPath,
    [
      '--disable-warning=ExperimentalWarning',
      join(import.meta.dirname, '../../src/main.ts'),
      'serve',
      ...args,
    ],
    {
      env: {
        ...process.env,
        PORT: String(port),
        ALMANAC_DATA_DIR: dataDir,
        ALMANAC_BOOTSTRAP_KEY: BENCH_KEY,
        ALMANAC_FREE_RATE: '1000000000',
        ALMANAC_PRO_RATE: '1000000000',
        ALMANAC_PRO_CREDITS: '1000000000000',
        UV_THREADPOOL_SIZE: '12',
        NODE_COMPILE_CACHE: join(import.meta.dirname, '../../node_modules/.cache/almanac'),
        LOG_LEVEL: 'warn',
        ...environment,
      },
      stdio: ['ignore', output, 'inherit'],
    },
  )
  const url = `http://127.0.0.1:${port}`
  await until(async () => (await fetch(`${url}/ready`)).status === 200, child)
  return { url, pid: child.pid ?? 0, stop: () => stop(child) }
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
  const url = `http://127.0.0.1:${port}`
  await until(async () => (await fetch(url)).status > 0, child)
  return { url, pid: child.pid ?? 0, stop: () => stop(child) }
}

export interface Load {
  requests: number
  requestsPerSecond: number
  p50Ms: number
  p99Ms: number
  errors: number
}

/** A bounded load from a second process: 64 kept-alive connections, unless told otherwise. */
export async function load(
  url: string,
  options: {
    seconds?: number
    connections?: number
    headers?: Record<string, string>
    script?: string
  } = {},
): Promise<Load> {
  const headers = Object.entries(options.headers ?? {}).flatMap(([name, value]) => [
    '-H',
    `${name}: ${value}`,
  ])
  const script = options.script === undefined ? [] : ['-s', options.script]
  const { stdout } = await run('wrk', [
    '-t1',
    `-c${options.connections ?? 64}`,
    `-d${options.seconds ?? 5}`,
    '--latency',
    ...headers,
    ...script,
    url,
  ])
  const number = (pattern: RegExp) => Number(pattern.exec(stdout)?.[1] ?? 0)
  return {
    requests: number(/(\d+) requests in/),
    requestsPerSecond: number(/Requests\/sec:\s+([\d.]+)/),
    p50Ms: toMs(/50%\s+([\d.]+\w+)/.exec(stdout)?.[1]),
    p99Ms: toMs(/99%\s+([\d.]+\w+)/.exec(stdout)?.[1]),
    errors: number(/Non-2xx or 3xx responses: (\d+)/),
  }
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
  const status = readFileSync(`/proc/${pid}/status`, 'utf8')
  return Math.round(Number(/VmRSS:\s+(\d+) kB/.exec(status)?.[1] ?? 0) / 1024)
}

function toMs(text = '0ms'): number {
  const [, amount, unit] = /([\d.]+)(us|ms|s|m)/.exec(text) ?? []
  return Number(amount) * ({ us: 0.001, ms: 1, s: 1000, m: 60_000 }[unit ?? 'ms'] ?? 1)
}

async function freePort(): Promise<number> {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  await new Promise((resolve) => server.close(resolve))
  return typeof address === 'object' && address !== null ? address.port : 0
}

async function until(isReady: () => Promise<boolean>, child: ChildProcess): Promise<void> {
  children.add(child)
  child.once('exit', () => children.delete(child))
  // The demo world takes ten seconds, and minutes on a machine that is busy with other work.
  for (let attempt = 0; attempt < 6_000; attempt++) {
    if (child.exitCode !== null) throw new Error(`the process left with code ${child.exitCode}`)
    if (await isReady().catch(() => false)) return
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  throw new Error('the process was not ready within ten minutes')
}

async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null) return
  const left = new Promise((resolve) => child.once('exit', resolve))
  child.kill('SIGTERM')
  await left
}
