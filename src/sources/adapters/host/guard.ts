import { createRequire, registerHooks, syncBuiltinESMExports } from 'node:module'

/** Parts of Node that circumvent the permissions of this process, or that no adapter needs. */
const CLOSED = [
  'sqlite',
  'inspector',
  'inspector/promises',
  'wasi',
  'ffi',
  'cluster',
  'repl',
  'test',
]

function nameOf(specifier: string): string {
  return specifier.replace(/^node:/, '')
}

/** Closes what Node's permissions leave open: signals, SQLite, messages to the parent. */
export function closeDoors(): void {
  const refuse = (what: string) => () => {
    throw new Error(`an adapter may not ${what}`)
  }
  const closed = (specifier: string) => refuse(`use ${specifier}`)
  registerHooks({
    resolve: (specifier, context, next) =>
      CLOSED.includes(nameOf(specifier)) ? closed(specifier)() : next(specifier, context),
  })
  const getBuiltinModule = process.getBuiltinModule.bind(process)
  const shut = {
    kill: refuse('send signals'),
    _kill: refuse('send signals'),
    _debugProcess: refuse('send signals'),
    execve: refuse('start programs'),
    dlopen: refuse('load native code'),
    binding: refuse('use the inside of Node'),
    _linkedBinding: refuse('use the inside of Node'),
    getBuiltinModule: (id: string) =>
      CLOSED.includes(nameOf(id)) ? closed(id)() : getBuiltinModule(id as 'fs'),
    send: undefined,
  }
  for (const [name, value] of Object.entries(shut))
    Object.defineProperty(process, name, { value, configurable: false, writable: false })
  // The loader of CommonJS can load a part of Node without the hooks.
  const { Module } = createRequire(import.meta.url)('node:module') as {
    Module: { _load: (id: string, ...rest: unknown[]) => unknown }
  }
  const load = Module._load
  Module._load = (id, ...rest) =>
    CLOSED.includes(nameOf(String(id))) ? closed(String(id))() : load.call(Module, id, ...rest)
  syncBuiltinESMExports()
}
