import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { relative } from 'node:path'
import { build, type Loader, type OnLoadArgs, type OnLoadResult, transform } from 'esbuild'

const IS_TYPESCRIPT = /\.[cm]?ts$/

/** Changes with the module and what it imports of the checkout, which pins its packages itself. */
export async function hashModuleCode(file: string, checkout: string): Promise<string> {
  const hash = createHash('sha256')
  for (const [path, text] of [...(await readImports(file, checkout))].sort())
    hash.update(`${relative(checkout, path)}\0${text}\0`)
  return hash.digest('hex')
}

/** The TypeScript that a module imports, as CommonJS: its process may not start the compiler. */
export async function compileModule(file: string, checkout: string): Promise<Map<string, string>> {
  const compiled = new Map<string, string>()
  for (const [path, text] of await readImports(file, checkout)) {
    if (!IS_TYPESCRIPT.test(path)) continue
    const code = await compileFile(path, text)
    if (code !== undefined) compiled.set(path, code)
  }
  return compiled
}

/** Undefined when the file is not valid; Node then loads it itself and reports why. */
async function compileFile(path: string, text: string): Promise<string | undefined> {
  try {
    const { code } = await transform(text, {
      sourcefile: path,
      loader: 'ts',
      format: 'cjs',
      platform: 'node',
      target: `node${process.versions.node}`,
      sourcemap: 'inline',
      sourcesContent: false,
      logLevel: 'silent',
    })
    return code
  } catch (error) {
    ignoreInvalidCode(error)
    return undefined
  }
}

/** The texts of the checkout's own files that a module imports, directly or not, by path. */
async function readImports(file: string, checkout: string): Promise<Map<string, string>> {
  const texts = new Map<string, string>()
  const isOwn = (path: string) =>
    path.startsWith(`${checkout}/`) && !path.includes('/node_modules/')
  const collect = async ({ path }: OnLoadArgs): Promise<OnLoadResult> => {
    // A link may lead out of the checkout, where the module has nothing to read.
    if (!isOwn(path)) return { contents: '', loader: 'empty' }
    const contents = await readFile(path, 'utf8')
    texts.set(path, contents)
    return { contents, loader: loaderOf(path) }
  }
  await build({
    entryPoints: [file],
    bundle: true,
    write: false,
    packages: 'external',
    platform: 'node',
    resolveExtensions: ['.ts', '.js', '.cjs', '.mjs', '.json'],
    // Collections import types like values; such files count as imported, too.
    tsconfigRaw: { compilerOptions: { verbatimModuleSyntax: true } },
    logLevel: 'silent',
    plugins: [{ name: 'collect', setup: (all) => all.onLoad({ filter: /.*/ }, collect) }],
  }).catch(ignoreInvalidCode)
  return texts
}

function loaderOf(path: string): Loader {
  if (IS_TYPESCRIPT.test(path)) return 'ts'
  if (path.endsWith('.json')) return 'json'
  return /\.[cm]?js$/.test(path) ? 'js' : 'empty'
}

/** What is missing or not valid is reported where the module is loaded. */
function ignoreInvalidCode(error: unknown): void {
  if (!(error instanceof Error && 'errors' in error)) throw error
}
