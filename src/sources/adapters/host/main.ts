import { Socket } from 'node:net'
import { CHANNEL_LIMITS, encodeFrame, FrameReader } from '../channel/frames.ts'
import { packPlain } from '../channel/plain-json.ts'
import type { HostJob, HostResult, ToHost } from '../messages.ts'
import { callModule, type Exports } from './call-module.ts'
import { closeDoors, refuseLeavingLinks } from './guard.ts'
import { findEntry, loadLikeCollections, loadModule, withEntries } from './loader.ts'
import { routeRequestsInto } from './network.ts'
import { RequestBridge } from './request-bridge.ts'
import { findSdk } from './sdk.ts'
import { outlineOf } from './to-plain.ts'

// The process of a third-party adapter: it does one job and ends. Node's permissions keep it from
// files, programs and the network.
const CHANNEL_FD = 3
const FROM_SERVICE = { jsonBytes: 256 * 1024 * 1024, bodyBytes: 256 * 1024 * 1024 }

const channel = new Socket({ fd: CHANNEL_FD, readable: true, writable: true })
const frames = new FrameReader(FROM_SERVICE)
const bridge = new RequestBridge((id, request, body) =>
  channel.write(encodeFrame({ type: 'request', id, ...request }, body)),
)

channel.on('data', (chunk: Buffer) => {
  for (const { json, bytes } of frames.read(chunk))
    receive(JSON.parse(json.toString('utf8')) as ToHost, bytes)
})
// Without the service there is nobody to work for.
channel.on('close', () => process.exit(1))
channel.on('error', () => process.exit(1))
process.on('unhandledRejection', fail)
process.on('uncaughtException', fail)
routeRequestsInto(bridge)
process.setSourceMapsEnabled(true)
channel.write(encodeFrame({ type: 'ready' }))

function receive(message: ToHost, bytes: Buffer): void {
  if (message.type === 'job') void work(message.job, new Map(message.compiled))
  else bridge.receive(message.id, message, bytes)
}

async function work(job: HostJob, compiled: ReadonlyMap<string, string>): Promise<void> {
  try {
    refuseLeavingLinks(job.checkout)
    loadLikeCollections(compiled)
    closeDoors()
    const { outline, isEntry, parts, sdk } = await run(job)
    const packed = parts.map((part) => ({ ...part, value: packPlain(part.value) }))
    finish({ type: 'done', result: { outline: packPlain(outline), isEntry, parts: packed, sdk } })
  } catch (error) {
    fail(error)
  }
}

async function run(job: HostJob): Promise<HostResult> {
  const loaded = (await loadModule(job.file)) as Exports
  const module = ((loaded as { default?: Exports }).default ?? loaded) as Exports
  const entry = job.name === null ? undefined : await findEntry(module, job.name)
  const isEntry = entry !== undefined
  const wanted = entry ?? module
  const shown = isEntry ? wanted : await withEntries(module)
  const outline = (await outlineOf(shown)) as HostResult['outline']
  if (job.kind === null) return { outline, isEntry, parts: [], sdk: null }
  if (job.name !== null && !isEntry) throw new Error(`it has no entry ${job.name}`)
  const sdk = await findSdk(job.file, job.checkout, job.sdk)
  const parts = await callModule(job.kind, { module: wanted, job, sdk })
  return { outline, isEntry, parts, sdk: sdk.name }
}

function finish(message: object): void {
  const frame = encodeFrame(message)
  if (frame.length > CHANNEL_LIMITS.jsonBytes) fail(new Error('the response is larger than 32 MB'))
  else channel.write(frame, () => process.exit(0))
}

function fail(error: unknown): void {
  const message = describe(error).slice(0, CHANNEL_LIMITS.messageLength)
  channel.write(encodeFrame({ type: 'failed', message }), () => process.exit(0))
}

function describe(error: unknown): string {
  try {
    if (!(error instanceof Error)) return String(error)
    const message = String(error.message)
    // Where a syntax error is, only the first line of its trace says.
    if (error instanceof SyntaxError) return `${message} (${error.stack?.split('\n')[0]})`
    const code = (error as { code?: unknown }).code
    return code === 'ERR_ACCESS_DENIED'
      ? `${message} (an adapter has no files, programs or network of its own)`
      : message
  } catch {
    return 'it threw something that cannot be described'
  }
}
