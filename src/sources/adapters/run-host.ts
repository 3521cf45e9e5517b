import type { ChildProcess } from 'node:child_process'
import { tmpdir } from 'node:os'
import type { Duplex } from 'node:stream'
import { UsageError } from '../../lib/errors.ts'
import type { AdapterOptions } from './adapter-options.ts'
import { cleanText } from './clean-text.ts'
import type { Gateway } from './gateway.ts'
import { HostChannel } from './host-channel.ts'
import { cacheFolderOf, makeHostFolder, removeHostFolder } from './host-folder.ts'
import { DISK_QUOTA, watchHost } from './host-limits.ts'
import {
  endHostProcess,
  findHostUser,
  type HostUser,
  listProgramPaths,
  startHostProcess,
  startWatchdog,
} from './host-process.ts'
import type { HostJob, HostResult } from './messages.ts'
import { compileModule } from './module-code.ts'

export interface HostOptions
  extends Pick<AdapterOptions, 'limits' | 'nodes' | 'node' | 'stopping'> {
  job: HostJob
  gateway: Gateway
  /** Files of earlier runs: put into its folder before, and taken over when it has succeeded. */
  cache?: HostCache | null
  /** The module runs as root, because nobody else can read its checkout. */
  onRoot?: () => void
}

export interface HostCache {
  restore(into: string, owner: HostUser | null): Promise<void>
  save(from: string): Promise<void>
}

/** The end of its output is shown in errors; printing more than the second is an attack. */
const LAST_OUTPUT_LENGTH = 2_000
const MAX_HOSTS_SHOWN = 3
const MAX_OUTPUT_BYTES = 64 * 1024 * 1024

/** How long the end of a channel may precede that of its process. */
const GRACE_MS = 250

/** Runs a job in its own process without files, programs and network, within limits. */
export async function runHost(options: HostOptions): Promise<HostResult> {
  const { job, limits, nodes, node } = options
  options.stopping?.throwIfAborted()
  const readable = [job.checkout, job.file, ...listProgramPaths(node)]
  const user = await findHostUser(readable, [job.checkout, tmpdir()])
  if (user === null && process.getuid?.() === 0) options.onRoot?.()
  const folder = await makeHostFolder(user)
  try {
    await options.cache?.restore(cacheFolderOf(folder), user)
    const start = { node, folder, chains: [...nodes], user, job, ...limits }
    const child = startHostProcess({ ...start, diskBytes: DISK_QUOTA.bytes })
    const result = await runIn(folder, child, options)
    await options.cache?.save(cacheFolderOf(folder))
    return result
  } finally {
    await removeHostFolder(folder)
  }
}

async function runIn(
  folder: string,
  child: ChildProcess,
  options: HostOptions,
): Promise<HostResult> {
  const watchdog = child.pid === undefined ? undefined : startWatchdog(child.pid, folder)
  try {
    return await supervise(child, folder, options)
  } finally {
    await endHostProcess(child)
    watchdog?.kill('SIGKILL')
  }
}

async function supervise(
  child: ChildProcess,
  folder: string,
  { job, gateway, limits, stopping }: HostOptions,
): Promise<HostResult> {
  const { promise, resolve, reject } = Promise.withResolvers<HostResult>()
  const fail = (why: string) =>
    reject(new UsageError(`${job.file}: ${why}${detailsOf(lastOutput(), gateway)}`))
  const lastOutput = readOutput(child, fail)
  const channel = new HostChannel(child.stdio[3] as Duplex, {
    onReady: () => void sendJob(channel, job).catch((error: Error) => fail(error.message)),
    onMessage: (message) => {
      if (message.type === 'done') resolve(message.result)
      else fail(cleanText(message.message))
    },
    respond: (request, body) => gateway.respond(request, body),
    onTaken: (response) => gateway.release(response),
    onViolation: (what) => fail(`it sent an invalid message: ${what}`),
    // A process that ends by itself closes its channel first, and its exit tells more.
    onEnd: () => setTimeout(() => fail('it closed its channel'), GRACE_MS),
  })
  child.on('error', (error) => fail(error.message))
  // Its end may be noticed before its last message is read; all streams have been read at "close".
  child.on('close', (code, signal) => fail(exitReason(code, signal)))
  const stop = () => fail('it was ended, because the service is stopping')
  stopping?.addEventListener('abort', stop, { once: true })
  const stopWatching = watchHost({ pid: child.pid, folder, limits }, fail)
  try {
    return await promise
  } finally {
    stopWatching()
    stopping?.removeEventListener('abort', stop)
    gateway.close()
    channel.close()
  }
}

async function sendJob(channel: HostChannel, job: HostJob): Promise<void> {
  const compiled = await compileModule(job.file, job.checkout)
  channel.send({ type: 'job', job, compiled: [...compiled] })
}

/** The end of what it printed; all of it is read, so that a full pipe never blocks it. */
function readOutput(child: ChildProcess, fail: (why: string) => void): () => string {
  let output = ''
  let bytes = 0
  for (const stream of [child.stdout, child.stderr]) {
    stream?.on('data', (chunk: Buffer) => {
      bytes += chunk.length
      output = (output + chunk.subarray(-LAST_OUTPUT_LENGTH).toString('utf8')).slice(
        -LAST_OUTPUT_LENGTH,
      )
      if (bytes > MAX_OUTPUT_BYTES) fail('it printed without end')
    })
  }
  return () => output
}

function detailsOf(output: string, gateway: Gateway): string {
  const hosts = gateway.listRefused().slice(0, MAX_HOSTS_SHOWN).join(', ')
  const refused = hosts === '' ? '' : `\nhosts it may not reach: ${hosts} (--allow adds them)`
  const last = cleanText(output).trim().split('\n').slice(-5).join('\n')
  return `${refused}${last === '' ? '' : `\nit printed last:\n${last}`}`
}

function exitReason(code: number | null, signal: string | null): string {
  if (signal === 'SIGABRT' || code === 134) return 'it ran out of memory; --memory gives it more'
  return `its process ended by itself before it answered (${signal ?? `exit code ${code}`})`
}
