import { createRequire, registerHooks, syncBuiltinESMExports } from 'node:module'

/**
 * Parts of Node that reach past the permissions this process was started with, or that no adapter
 * has a use for.
 */
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

/**
 * Takes away what the permissions of Node leave open: signals to other processes (the service's own
 * among them), a database engine that opens files by itself, and sending to the parent.
 */
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
  // The loader of CommonJS can be asked for a part of Node without going through the hooks.
  const { Module } = createRequire(import.meta.url)('node:module') as {
    Module: { _load: (id: string, ...rest: unknown[]) => unknown }
  }
  const load = Module._load
  Module._load = (id, ...rest) =>
    CLOSED.includes(nameOf(String(id))) ? closed(String(id))() : load.call(Module, id, ...rest)
  syncBuiltinESMExports()
}
