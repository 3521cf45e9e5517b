import { SharedRateLimiter } from '../../accounts/rate-limit.ts'
import { type App, createApp } from '../../app.ts'
import type { Config } from '../../config.ts'
import type { Log } from '../../lib/log.ts'
import { explainFailure } from '../explain-failure.ts'
import { listenForCallers } from '../listen-for-callers.ts'
import { Channel, type Port } from './channel.ts'

// A caller may pass its limit by what the other workers let in during this time.
const SHARE_MS = 50

/** A process of several that serve one port: it answers calls, and never writes facts. */
export async function serveAsWorker(given: Config, log: Log, stop: AbortSignal): Promise<App> {
  const config: Config = { ...given, role: 'api' }
  const limiter = new SharedRateLimiter()
  const released = Promise.withResolvers<void>()
  let app: App | undefined
  const channel = new Channel(portOfProcess(), {
    words: {
      start: () => released.resolve(),
      taken: (taken) => limiter.add(taken, app?.clock.nowMs() ?? Date.now()),
    },
    responses: { figures: async () => (await app?.metrics.figures()) ?? [] },
  })
  try {
    const metricsText = async () => (await channel.ask('metrics')) ?? ''
    app = await createApp(config, log, stop, { limiter, metricsText })
    // One that takes another's place must not be given calls that it would refuse.
    const isReplacement = (await channel.ask('isReady')) === true
    if (isReplacement) await app.start()
    const url = await listenForCallers(app, config)
    stop.throwIfAborted()
    stop.addEventListener('abort', () => released.reject(stop.reason), { once: true })
    channel.tell('listening', url)
    await released.promise
    if (!isReplacement) await app.start()
    setInterval(() => {
      const taken = limiter.drain()
      if (taken.length > 0) channel.tell('taken', taken)
    }, SHARE_MS).unref()
    channel.tell('ready', null)
    return app
  } catch (error) {
    await app?.close()
    if (!stop.aborted) {
      await channel.tell('failed', explainFailure(error))
      process.exit(1)
    }
    throw error
  }
}

function portOfProcess(): Port {
  return {
    send: (message, sent) =>
      process.connected ? process.send?.(message, undefined, undefined, sent) : sent(null),
    on: (event, listener) => process.on(event, listener),
  }
}
