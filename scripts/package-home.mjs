// Where the program runs when npm has installed it as a package: Node strips no types below
// `node_modules`, so its files are copied to a folder of their own, once for each installation.
import { createHash } from 'node:crypto'
import {
  cpSync,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
} from 'node:fs'
import { homedir } from 'node:os'
import { basename, dirname, join, sep } from 'node:path'

export const isPackage = (root) => root.split(sep).includes('node_modules')

/** The folder with the files of an installed package and a link to what was installed with it. */
export function packageHome(root) {
  const path = join(root, 'package.json')
  const manifest = readFileSync(path, 'utf8')
  // Another tarball of the same version, installed in the same place, is another installation.
  const installed = String(statSync(path).ctimeMs)
  const hash = createHash('sha256').update([root, manifest, installed].join('\0')).digest('hex')
  const cache = process.env.XDG_CACHE_HOME || join(homedir(), '.cache')
  const home = join(cache, 'almanac', `${JSON.parse(manifest).version}-${hash.slice(0, 16)}`)
  if (existsSync(home)) return home
  const making = `${home}.${process.pid}`
  mkdirSync(dirname(home), { recursive: true, mode: 0o700 })
  cpSync(root, making, {
    recursive: true,
    filter: (path) => basename(path) !== 'node_modules' || dirname(path) !== root,
  })
  // npm puts dependencies beside a package, and inside one that is installed for all users.
  const own = join(root, 'node_modules')
  symlinkSync(existsSync(join(own, 'fastify')) ? own : dirname(root), join(making, 'node_modules'))
  try {
    renameSync(making, home)
  } catch (error) {
    // Two first starts at once: either copy will do.
    rmSync(making, { recursive: true, force: true })
    if (!existsSync(home)) throw error
  }
  return home
}
