import { type ChildProcess, spawn } from 'node:child_process'
import { hash } from 'node:crypto'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { ROOT } from './source-files.ts'

export interface Outcome {
  code: number | null
  stdout: string
  stderr: string
}

/** A data directory and the real program on it, each command in a process of its own. */
export class Program {
  readonly dataDir = mkdtempSync(join(tmpdir(), 'almanac-cli-'))
  readonly #environment: Record<string, string>
  readonly #servers: Server[] = []
  readonly #program: string

  /** `root` is that of another version of the project. */
  constructor(environment: Record<string, string> = {}, root = ROOT) {
    requireSetUp()
    this.#program = join(root, 'scripts', 'almanac.mjs')
    this.#environment = {
      ALMANAC_DATA_DIR: this.dataDir,
      PORT: '0',
      LOG_LEVEL: 'warn',
      ...environment,
    }
  }

  async run(
    args: string[],
    options: { input?: string; environment?: Record<string, string>; folder?: string } = {},
  ): Promise<Outcome> {
    const child = this.#spawn(args, options.environment, options.folder)
    const output = collect(child)
    child.stdin?.end(options.input ?? '')
    const [code] = (await once(child, 'close')) as [number | null]
    return { code, stdout: output.stdout, stderr: output.stderr }
  }

  /** Starts a command; it can be stopped while it runs. */
  start(args: string[], environment: Record<string, string> = {}): Command {
    return new Command(this.#spawn(args, environment))
  }

  /** Starts `almanac serve` and returns when it says that it is ready. */
  async serve(environment: Record<string, string> = {}, args: string[] = []): Promise<Server> {
    const startedMs = performance.now()
    const child = this.#spawn(['serve', ...args], environment)
    const output = collect(child)
    const ended = once(child, 'exit')
    const said = async () => {
      while (!/^Reference: /m.test(output.stdout)) await sleep(10)
      return 'ready' as const
    }
    const first = await Promise.race([
      said(),
      ended.then(() => 'ended' as const),
      sleep(600_000, 'late' as const),
    ])
    if (first !== 'ready')
      throw new Error(`The server did not start (${first}): ${output.stdout}${output.stderr}`)
    const server = new Server(child, output, performance.now() - startedMs)
    this.#servers.push(server)
    return server
  }

  /**
   * Kills the process that serves, as a crash would; the one that was started only watches over it.
   */
  async crash(server: Server): Promise<void> {
    const { stdout } = await this.run(['status'])
    const ended = server.ended()
    process.kill(Number(/process (\d+)/.exec(stdout)?.[1]), 'SIGKILL')
    await ended
  }

  async stop(): Promise<void> {
    for (const server of this.#servers) await server.terminate()
    rmSync(this.dataDir, { recursive: true, force: true })
  }

  #spawn(
    args: string[],
    environment: Record<string, string> = {},
    cwd = process.cwd(),
  ): ChildProcess {
    const env = {
      PATH: process.env.PATH ?? '',
      HOME: process.env.HOME ?? '',
      ...this.#environment,
      ...environment,
    }
    return spawn(process.execPath, [this.#program, ...args], {
      env,
      cwd,
      stdio: ['pipe', 'pipe', 'pipe'],
    })
  }
}

/** A running command. */
export class Command {
  readonly #child: ChildProcess
  readonly #output: { stdout: string; stderr: string }

  constructor(child: ChildProcess) {
    this.#child = child
    this.#output = collect(child)
    child.stdin?.end()
  }

  get stdout(): string {
    return this.#output.stdout
  }

  get isRunning(): boolean {
    return this.#child.exitCode === null && this.#child.signalCode === null
  }

  async ended(): Promise<Outcome> {
    if (this.isRunning) await once(this.#child, 'close')
    return { code: this.#child.exitCode, ...this.#output }
  }

  /** Sends SIGTERM, and tells how and how soon it ended. */
  async terminate(): Promise<Outcome & { ms: number }> {
    const startedMs = performance.now()
    const ended = this.ended()
    this.#child.kill('SIGTERM')
    return { ...(await ended), ms: performance.now() - startedMs }
  }
}

/** A running server. */
export class Server {
  readonly origin: string
  readonly readyMs: number
  readonly #child: ChildProcess
  readonly #output: { stdout: string; stderr: string }

  constructor(child: ChildProcess, output: { stdout: string; stderr: string }, readyMs: number) {
    this.#child = child
    this.#output = output
    this.readyMs = readyMs
    this.origin = /ready at (http:\/\/\S+)/.exec(output.stdout)?.[1] ?? ''
  }

  get stdout(): string {
    return this.#output.stdout
  }

  get stderr(): string {
    return this.#output.stderr
  }

  async get(
    path: string,
    headers: Record<string, string> = {},
  ): Promise<{ status: number; headers: Headers; body: unknown }> {
    const response = await fetch(`${this.origin}${path}`, { headers })
    const text = await response.text()
    const isJson = response.headers.get('content-type')?.startsWith('application/json') === true
    return {
      status: response.status,
      headers: response.headers,
      body: isJson && text !== '' ? JSON.parse(text) : text,
    }
  }

  /** Its exit code, when it has one. */
  async ended(): Promise<number | null> {
    if (this.#child.exitCode === null && this.#child.signalCode === null)
      await once(this.#child, 'close')
    return this.#child.exitCode
  }

  /** Asks it to stop and returns its exit code. */
  terminate(): Promise<number | null> {
    const ended = this.ended()
    this.#child.kill('SIGTERM')
    return ended
  }
}

function collect(child: ChildProcess): { stdout: string; stderr: string } {
  const output = { stdout: '', stderr: '' }
  child.stdout?.setEncoding('utf8').on('data', (text: string) => {
    output.stdout += text
  })
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    output.stderr += text
  })
  return output
}

/**
 * A command of the program would install what is missing; a test must never do that behind anyone's
 * back.
 */
function requireSetUp(): void {
  const stamp = join(ROOT, 'node_modules', '.almanac-setup')
  const wanted = hash('sha256', readFileSync(join(ROOT, 'package-lock.json')))
  if (!existsSync(stamp) || !readFileSync(stamp, 'utf8').startsWith(wanted))
    throw new Error('The dependencies are not those of the lock file: run `npm test`.')
}
