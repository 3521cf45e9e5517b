// Builds the web explorer once for each state of its sources: into .build/explorer/<hash>, whole or
// not at all, with a compressed copy beside each file. Run by set-up as a process of its own.
import { createHash } from 'node:crypto'
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { dirname, extname, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'

const root = dirname(dirname(fileURLToPath(import.meta.url)))
const explorer = join(root, 'explorer')
const builds = join(root, '.build', 'explorer')
const COMPRESSED = new Set(['.html', '.js', '.css', '.svg'])

/** The folder of the build of the sources as they are; a package has one build, or none. */
export function explorerFolder(project = root) {
  if (!existsSync(join(project, 'package-lock.json'))) {
    const built = join(project, '.build', 'explorer')
    const [name] = existsSync(built) ? readdirSync(built) : []
    return name === undefined ? undefined : join(built, name)
  }
  const hash = createHash('sha256').update(readFileSync(join(root, 'package-lock.json')))
  const shared = join(root, 'src/http/docs/samples.ts')
  const sources = [...filesOf(explorer), ...filesOf(join(root, 'packages/client/src')), shared]
  for (const path of sources.sort())
    hash.update(relative(explorer, path)).update('\0').update(readFileSync(path))
  return join(builds, hash.digest('hex').slice(0, 16))
}

function filesOf(folder) {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    if (entry.name === 'node_modules') return []
    const path = join(folder, entry.name)
    if (entry.isDirectory()) return filesOf(path)
    return entry.name.includes('.test.') ? [] : [path]
  })
}

async function build(folder) {
  // Tests name another one, and a build is shared by all that start this folder.
  process.env.NODE_ENV = 'production'
  const { build: buildWithVite } = await import('vite')
  mkdirSync(builds, { recursive: true })
  const made = join(builds, `making-${process.pid}`)
  await buildWithVite({
    configFile: join(explorer, 'vite.config.ts'),
    logLevel: 'error',
    build: { outDir: made },
  })
  for (const path of filesOf(made).filter((file) => COMPRESSED.has(extname(file)))) {
    const bytes = readFileSync(path)
    writeFileSync(
      `${path}.br`,
      brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }),
    )
    writeFileSync(`${path}.gz`, gzipSync(bytes, { level: 9 }))
  }
  for (const older of readdirSync(builds).filter((name) => !made.endsWith(name)))
    if (!older.startsWith('making-')) rmSync(join(builds, older), { recursive: true, force: true })
  try {
    renameSync(made, folder)
  } catch (error) {
    rmSync(made, { recursive: true, force: true })
    if (!existsSync(folder)) throw error
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const folder = explorerFolder()
  if (!existsSync(folder)) await build(folder)
  process.stdout.write(folder)
}
