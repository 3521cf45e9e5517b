import { existsSync, readFileSync, statSync } from 'node:fs'
import { createRequire, registerHooks, stripTypeScriptTypes } from 'node:module'
import { dirname, resolve } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { toCommonJs } from './to-common-js.ts'

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
 * Files are found and read the way collections of adapters write their imports: without extensions,
 * TypeScript as it is.
 */
export function readLikeCollections(file: string, checkout: string): void {
  const compile = findCompiler(file, checkout) ?? compileByStripping
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
      if (
        !url.startsWith('file:') ||
        !/\.[cm]?ts$/.test(url) ||
        url.includes('/node_modules/') ||
        !isWithin(url, checkout)
      )
        return next(url, context)
      const path = fileURLToPath(url)
      return {
        format: 'commonjs',
        source: compile(readFileSync(path, 'utf8'), path),
        shortCircuit: true,
      }
    },
  })
}

/** Loads a module whichever of the two module systems it is written in. */
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

function isWithin(url: string, checkout: string): boolean {
  return fileURLToPath(url).startsWith(`${checkout}/`)
}

/**
 * The compiler that the checkout has installed for its own runs; newer ones come without one that
 * can be called.
 */
function findCompiler(
  file: string,
  checkout: string,
): ((text: string, path: string) => string) | undefined {
  const require = createRequire(file)
  let compiler: Compiler
  try {
    compiler = require('typescript') as Compiler
  } catch {
    return undefined
  }
  if (typeof compiler.transpileModule !== 'function') return undefined
  const compilerOptions = {
    module: 'commonjs',
    target: 'es2022',
    esModuleInterop: true,
    moduleResolution: 'node',
    sourceMap: false,
  }
  const { options } = compiler.convertCompilerOptionsFromJson(compilerOptions, checkout)
  return (fileText, fileName) =>
    compiler.transpileModule(fileText, { compilerOptions: options, fileName }).outputText
}

interface Compiler {
  transpileModule(
    text: string,
    options: { compilerOptions: object; fileName: string },
  ): { outputText: string }
  convertCompilerOptionsFromJson(options: object, base: string): { options: object }
}

function compileByStripping(text: string, path: string): string {
  try {
    return toCommonJs(text, (typed) => stripTypeScriptTypes(typed))
  } catch (error) {
    const reason = error instanceof Error ? error.message.split('\n')[0] : String(error)
    throw new Error(
      `${path} cannot be read: ${reason}. Install the package typescript (5 or older) in the checkout to compile such files`,
    )
  }
}
