import { existsSync, statSync } from 'node:fs'
import { createRequire, registerHooks } from 'node:module'
import { dirname, resolve } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'

const ENDINGS = [
  '.ts',
  '.js',
  '.cjs',
  '.mjs',
  '.json',
  '/index.ts',
  '/index.js',
  '/index.cjs',
  '/index.mjs',
  '/index.json',
]

/**
 * Resolves imports without extensions, as collections write them, and loads TypeScript as compiled
 * by the service. Node loads other files.
 */
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
