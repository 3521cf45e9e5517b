import type { FromHost, HostJob, HostResult, ToHost } from '../messages.ts'
import { Tunnel } from '../tunnel.ts'
import { callModule, type Exports } from './call-module.ts'
import { closeDoors } from './guard.ts'
import { loadLikeCollections, loadModule } from './loader.ts'
import { routeRequestsInto } from './network.ts'
import { findSdk } from './sdk.ts'
import { outlineOf } from './to-plain.ts'

// The process of a third-party adapter: it does one job and ends. Node's permissions keep it from
// files, programs and the network.
const sendToParent = process.send?.bind(process)
if (sendToParent === undefined) throw new Error('this program is started by the service itself')
const send = (message: FromHost, done: (error?: Error | null) => void = () => undefined): void => {
  sendToParent(message, done)
}
const tunnel = new Tunnel(send)

process.on('message', (message: ToHost) => {
  if (message.type === 'job') void work(message.job, message.compiled)
  else tunnel.receive(message)
})
process.on('unhandledRejection', (error) => finish({ type: 'failed', message: describe(error) }))
process.on('uncaughtException', (error) => finish({ type: 'failed', message: describe(error) }))
routeRequestsInto(tunnel)
process.setSourceMapsEnabled(true)
closeDoors()
send({ type: 'ready' })

async function work(job: HostJob, compiled: ReadonlyMap<string, string>): Promise<void> {
  try {
    loadLikeCollections(compiled)
    finish({ type: 'done', result: await run(job) })
  } catch (error) {
    finish({ type: 'failed', message: describe(error) })
  }
}

async function run(job: HostJob): Promise<HostResult> {
  const loaded = (await loadModule(job.file)) as Exports
  const module = ((loaded as { default?: Exports }).default ?? loaded) as Exports
  const outline = (await outlineOf(module)) as HostResult['outline']
  if (job.kind === null) return { outline, parts: [], sdk: null }
  const sdk = await findSdk(job.file, job.checkout, job.sdk)
  return { outline, parts: await callModule(job.kind, { module, job, sdk }), sdk: sdk.name }
}

function finish(message: FromHost): void {
  send(message, () => process.exit(0))
}

function describe(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  // Where a syntax error is, only the first line of its trace says.
  if (error instanceof SyntaxError) return `${error.message} (${error.stack?.split('\n')[0]})`
  const code = (error as { code?: unknown }).code
  return code === 'ERR_ACCESS_DENIED'
    ? `${error.message} (an adapter has no files, programs or network of its own)`
    : error.message
}
