import type { InjectOptions } from 'fastify'
import { type App, createApp } from '../../src/app.ts'
import { readConfig } from '../../src/config.ts'
import { createLogTo, type Log } from '../../src/lib/log.ts'
import { commitRows } from '../../src/runs/run.ts'
import type { Fact } from '../../src/store/fact.ts'
import { putDemo, SMALL_DEMO } from './demo-dir.ts'
import { checkResponse } from './response-schema.ts'
import { makeEngineDir, takeDataDir } from './worker-engine.ts'

/** The timestamp tests take place, unless they say otherwise: a Wednesday noon. */
export const NOW_ISO = '2026-01-14T12:00:00Z'
export const NOW_SEC = Date.parse(NOW_ISO) / 1000
export const TEST_KEY = 'test-key-0123456789'

const SETTINGS = {
  ALMANAC_DEMO: 'off',
  ALMANAC_CLOCK: NOW_ISO,
  ALMANAC_BOOTSTRAP_KEY: TEST_KEY,
  ALMANAC_FREE_RATE: '1000000',
  ALMANAC_PRO_RATE: '1000000',
}

export interface TestResponse {
  status: number
  headers: Record<string, string | string[] | number | undefined>
  body: unknown
}

/**
 * The whole service on the worker's engine, emptied, with a clock that stands still.
 */
export class TestApp {
  readonly app: App
  readonly dataDir: string

  private constructor(app: App, dataDir: string) {
    this.app = app
    this.dataDir = dataDir
  }

  static async start(environment: Record<string, string> = {}, log?: Log): Promise<TestApp> {
    const started = await TestApp.open(environment, log)
    await started.app.start()
    return started
  }

  /** The same before it is ready: engines are open, data is not loaded. */
  static async open(
    environment: Record<string, string> = {},
    log: Log = createLogTo('silent', { write: () => {} }),
  ): Promise<TestApp> {
    const hasDemo = environment.ALMANAC_DEMO === 'auto'
    const dataDir = await (hasDemo ? makeEngineDir() : takeDataDir())
    if (hasDemo) await putDemo(dataDir, environment.ALMANAC_CLOCK ?? NOW_ISO)
    return TestApp.#create(dataDir, environment, log)
  }

  /** With a small demo world. */
  static async startDemo(
    environment: Record<string, string> = {},
    size = SMALL_DEMO,
  ): Promise<TestApp> {
    const dataDir = await makeEngineDir()
    await putDemo(dataDir, NOW_ISO, size)
    const started = await TestApp.#create(
      dataDir,
      environment,
      createLogTo('silent', { write: () => {} }),
    )
    await started.app.start()
    return started
  }

  static async #create(
    dataDir: string,
    environment: Record<string, string>,
    log: Log,
  ): Promise<TestApp> {
    const config = readConfig({ ...SETTINGS, ...environment, ALMANAC_DATA_DIR: dataDir })
    return new TestApp(await createApp(config, log), dataDir)
  }

  /** Puts rows of a fact into the store as one committed run, and returns the run's number. */
  async put(fact: Fact, rows: readonly Record<string, unknown>[]): Promise<number> {
    const { store, clock } = this.app
    const run = await commitRows(store, { source: 'test', clock }, async () => ({
      rows: [{ fact, rows }],
      counts: { accepted: rows.length, rejected: 0, held: 0 },
    }))
    return run.id
  }

  /**
   * A request to the free or bridge root, or with `pro` to the pro root, where the key goes into a
   * header.
   */
  async get(
    url: string,
    options: {
      pro?: boolean
      headers?: Record<string, string>
      method?: 'GET' | 'HEAD' | 'OPTIONS' | 'POST' | 'PUT' | 'DELETE'
    } = {},
  ): Promise<TestResponse> {
    return this.#inject({
      method: options.method ?? 'GET',
      url,
      headers: { ...(options.pro ? { 'x-api-key': TEST_KEY } : {}), ...options.headers },
    })
  }

  async post(
    url: string,
    payload: object | string,
    options: { pro?: boolean; headers?: Record<string, string> } = {},
  ): Promise<TestResponse> {
    const headers = {
      'content-type': 'application/json',
      ...(options.pro ? { 'x-api-key': TEST_KEY } : {}),
      ...options.headers,
    }
    return this.#inject({ method: 'POST', url, headers, payload })
  }

  /** Listens on a free port of this machine, for tests that need real sockets. */
  async listen(): Promise<number> {
    await this.app.server.listen({ host: '127.0.0.1', port: 0 })
    const address = this.app.server.server.address()
    return typeof address === 'object' && address !== null ? address.port : 0
  }

  async stop(): Promise<void> {
    await this.app.close()
  }

  async #inject(request: InjectOptions & { method: string; url: string }): Promise<TestResponse> {
    const { statusCode: status, headers, payload } = await this.app.server.inject(request)
    const isJson = String(headers['content-type'] ?? '').startsWith('application/json')
    if (!isJson || headers['content-encoding'] !== undefined || payload === '')
      return { status, headers, body: payload }
    const body: unknown = JSON.parse(payload)
    if (status === 200) checkResponse(request.method, request.url, body)
    return { status, headers, body }
  }
}
