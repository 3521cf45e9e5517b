import type { App } from '../app.ts'
import type { Config } from '../config.ts'
import { listenOn } from '../http/server/listen.ts'
import { serveMetrics } from '../http/server/metrics-server.ts'
import { UsageError } from '../lib/errors.ts'

/** Listens for calls; says in one line why it cannot. */
export async function listenForCallers(app: App, config: Config): Promise<string> {
  try {
    return await listenOn(app.server, config)
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

/** Metrics on their own address; before callers, since a server that listens takes no hooks. */
export async function listenForMetrics(app: App, { metrics }: Config): Promise<void> {
  const { address, token } = metrics
  if (address === undefined) return
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
