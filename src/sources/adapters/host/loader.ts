import { existsSync, statSync } from 'node:fs'
import { createRequire, registerHooks } from 'node:module'
import { dirname, resolve } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import type { AnyFunction, Exports } from './call-module.ts'

const ENDINGS = ['', '/index'].flatMap((name) =>
  ['ts', 'js', 'cjs', 'mjs', 'json'].map((ending) => `${name}.${ending}`),
)

/** Resolves imports without extensions, and loads TypeScript as compiled by the service. */
export function loadLikeCollections(compiled: ReadonlyMap<string, string>): void {
  registerHooks({
    resolve: (specifier, context, next) => {
      const found = findFile(specifier, context.parentURL)
      if (found === undefined) return next(specifier, context)
      const url = pathToFileURL(found).href
      const importAttributes =
        found.endsWith('.json') && !context.conditions.includes('require')
          ? { type: 'json' }
          : context.importAttributes
      return { url, importAttributes, shortCircuit: true }
    },
    load: (url, context, next) => {
      const source = url.startsWith('file:') ? compiled.get(fileURLToPath(url)) : undefined
      return source === undefined
        ? next(url, context)
        : { format: 'commonjs', source, shortCircuit: true }
    },
  })
}

/** Loads a module of either module system. */
export async function loadModule(file: string): Promise<unknown> {
  const require = createRequire(file)
  try {
    return require(file)
  } catch (error) {
    if ((error as { code?: string }).code !== 'ERR_REQUIRE_ASYNC_MODULE') throw error
    return import(pathToFileURL(file).href)
  }
}

function findFile(specifier: string, parent: string | undefined): string | undefined {
  if (!/^(\.{0,2}\/|\.{1,2}$)/.test(specifier)) return undefined
  const from = parent?.startsWith('file:') ? dirname(fileURLToPath(parent)) : '/'
  const path = resolve(from, specifier)
  if (isFile(path)) return path
  const typed = path.replace(/\.([cm]?)js$/, '.$1ts')
  if (typed !== path && isFile(typed)) return typed
  return ENDINGS.map((ending) => `${path}${ending}`).find(isFile)
}

function isFile(path: string): boolean {
  return existsSync(path) && statSync(path).isFile()
}

/** A list of adapters with a function that makes each, as collections of daily figures have it. */
interface Factory {
  protocolList: string[]
  getAdapter: AnyFunction
}

/** A module whose factories are replaced by their entries; other members stay as they are. */
export async function withEntries(module: Exports): Promise<Exports> {
  const factories = listFactories(module)
  if (factories.length === 0) return module
  const entries: Record<string, unknown> = {}
  for (const { prefix, factory } of factories)
    for (const name of factory.protocolList)
      entries[`${prefix}${name}`] = await factory.getAdapter(name)
  return entries
}

/** `name` of a list or an object of adapters; `member:name` where a module has several lists. */
export async function findEntry(module: Exports, name: string): Promise<Exports | undefined> {
  for (const { prefix, factory } of listFactories(module)) {
    const own = name.startsWith(prefix) ? name.slice(prefix.length) : undefined
    if (own !== undefined && factory.protocolList.includes(own))
      return asEntry(await factory.getAdapter(own))
  }
  return Object.hasOwn(module, name) ? asEntry(await module[name]) : undefined
}

function listFactories(module: Exports): { prefix: string; factory: Factory }[] {
  const members = Object.entries(module).map(([member, value]) => [`${member}:`, value] as const)
  return [['', module] as const, ...members].flatMap(([prefix, value]) =>
    isFactory(value) ? [{ prefix, factory: value }] : [],
  )
}

function isFactory(value: unknown): value is Factory {
  const { protocolList, getAdapter } = (value ?? {}) as Partial<Factory>
  return (
    Array.isArray(protocolList) &&
    protocolList.every((name) => typeof name === 'string') &&
    typeof getAdapter === 'function'
  )
}

function asEntry(value: unknown): Exports | undefined {
  return typeof value === 'object' && value !== null ? (value as Exports) : undefined
}
