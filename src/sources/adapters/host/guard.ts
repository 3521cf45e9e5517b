import {
  accessSync,
  constants,
  type Dirent,
  readdirSync,
  readlinkSync,
  realpathSync,
} from 'node:fs'
import { createRequire, registerHooks, syncBuiltinESMExports } from 'node:module'
import os from 'node:os'
import { dirname, join, resolve } from 'node:path'

/** Parts of Node that adapters load; its permissions refuse programs, threads and the network. */
const OPEN = new Set([
  ...['assert', 'assert/strict', 'async_hooks', 'buffer', 'child_process', 'console', 'constants'],
  ...['crypto', 'dgram', 'diagnostics_channel', 'dns', 'dns/promises', 'domain', 'events', 'fs'],
  ...['fs/promises', 'http', 'http2', 'https', 'module', 'net', 'os', 'path', 'path/posix'],
  ...['path/win32', 'perf_hooks', 'process', 'punycode', 'querystring', 'readline'],
  ...['readline/promises', 'stream', 'stream/consumers', 'stream/promises', 'stream/web'],
  ...['string_decoder', 'sys', 'timers', 'timers/promises', 'tls', 'tty', 'url', 'util'],
  ...['util/types', 'vm', 'worker_threads', 'zlib'],
])

interface Loader {
  builtinModules: readonly string[]
  _load: (id: string, ...rest: unknown[]) => unknown
  _resolveFilename: (...given: unknown[]) => unknown
}

// Captured, because a module could replace the methods of functions and so get hold of the loader.
const { apply } = Reflect

const refuse = (what: string) => (): never => {
  throw new Error(`an adapter may not ${what}`)
}

/** Closes what Node's permissions leave open: signals, priorities, parts of Node not on the list. */
export function closeDoors(): void {
  const loader = createRequire(import.meta.url)('node:module') as Loader & { Module: Loader }
  // Captured, because a module can replace the methods of strings and sets.
  const has = Set.prototype.has.bind(OPEN)
  const builtins = new Set(loader.builtinModules)
  const isBuiltin = Set.prototype.has.bind(builtins)
  const slice = Function.prototype.call.bind(String.prototype.slice) as typeof sliceText
  /** The id as text: an object could turn into another text the next time it is asked. */
  const check = (given: unknown, isPartOfNode = false): string => {
    const id = `${given}`
    const hasScheme = slice(id, 0, 5) === 'node:'
    const name = hasScheme ? slice(id, 5) : id
    if ((isPartOfNode || hasScheme || isBuiltin(name)) && !has(name)) refuse(`use ${id}`)()
    return id
  }
  closeLoaders(loader, check)
  const getBuiltinModule = process.getBuiltinModule.bind(process)
  closeMembers(process, {
    ...PROCESS,
    getBuiltinModule: (id: string) => getBuiltinModule(check(id, true) as 'fs'),
  })
  closeMembers(os, { setPriority: refuse('change priorities') })
  syncBuiltinESMExports()
}

declare function sliceText(text: string, from: number, to?: number): string

const PROCESS: Readonly<Record<string, unknown>> = {
  ...Object.fromEntries(
    ['kill', '_kill', '_debugProcess', '_debugEnd'].map((name) => [name, refuse('send signals')]),
  ),
  execve: refuse('start programs'),
  dlopen: refuse('load native code'),
  binding: refuse('use the inside of Node'),
  _linkedBinding: refuse('use the inside of Node'),
  loadEnvFile: refuse('load settings'),
  ...Object.fromEntries(
    ['setuid', 'setgid', 'seteuid', 'setegid', 'setgroups', 'initgroups'].map((name) => [
      name,
      refuse('change its user'),
    ]),
  ),
  // The report names the machine, its addresses and its open files.
  report: undefined,
  // These belong to a channel of Node's own, which this process was not given.
  send: undefined,
  _send: undefined,
  channel: undefined,
  _channel: undefined,
  disconnect: undefined,
  _disconnect: undefined,
  connected: false,
}

function closeMembers(target: object, members: Readonly<Record<string, unknown>>): void {
  for (const [name, value] of Object.entries(members))
    Object.defineProperty(target, name, { value, configurable: false, writable: false })
}

/** Every way to load a part of Node passes the check, also with a loader that a module changed. */
function closeLoaders({ Module }: { Module: Loader }, check: (id: unknown) => string): void {
  registerHooks({
    resolve: (specifier, context, next) => {
      const found = next(check(specifier), context)
      check(found.url)
      return found
    },
    load: (url, context, next) => {
      check(url)
      return next(url, context)
    },
  })
  // Hooks that a module adds would run before these.
  closeMembers(Module, {
    registerHooks: refuse('change how modules are loaded'),
    register: refuse('change how modules are loaded'),
  })
  const load = Module._load
  let guardedLoad: Loader['_load'] = (id, ...rest) => apply(load, Module, [check(id), ...rest])
  Object.defineProperty(Module, '_load', {
    configurable: false,
    get: () => guardedLoad,
    // Packages that wrap the loader still work: what they call in the end is this one.
    set: (given: Loader['_load']) => {
      guardedLoad = (id, ...rest) => apply(given, Module, [check(id), ...rest])
    },
  })
  let resolve = Module._resolveFilename
  Object.defineProperty(Module, '_resolveFilename', {
    configurable: false,
    get: () => resolve,
    set: (given: Loader['_resolveFilename']) => {
      resolve = (...asked) => check(apply(given, Module, asked))
    },
  })
}

/** Node's permissions follow links anywhere, so a checkout with one that leaves it is refused. */
export function refuseLeavingLinks(checkout: string): void {
  const root = realpathSync(checkout)
  const folders = [root]
  for (let folder = folders.pop(); folder !== undefined; folder = folders.pop()) {
    for (const entry of listEntries(folder)) {
      const path = join(folder, entry.name)
      if (entry.isDirectory()) folders.push(path)
      else if (entry.isSymbolicLink() && !staysIn(root, path))
        throw new Error(
          `${path.slice(root.length + 1)} is a link that leaves the checkout (to ${readlinkSync(path)}): remove it`,
        )
    }
  }
}

function listEntries(folder: string): Dirent[] {
  try {
    return readdirSync(folder, { withFileTypes: true })
  } catch (error) {
    // What this process may not enter, its module cannot read either.
    if (!canEnter(folder)) return []
    throw error
  }
}

function canEnter(folder: string): boolean {
  try {
    accessSync(folder, constants.X_OK)
    return true
  } catch {
    return false
  }
}

/** Where a link leads to; of a broken one, where it would. */
function staysIn(root: string, link: string): boolean {
  const target = findTarget(link) ?? resolve(dirname(link), readlinkSync(link))
  return target === root || target.startsWith(`${root}/`)
}

function findTarget(link: string): string | undefined {
  try {
    return realpathSync(link)
  } catch {
    return undefined
  }
}
