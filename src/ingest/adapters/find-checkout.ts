import { existsSync, statSync } from 'node:fs'
import { realpath } from 'node:fs/promises'
import { dirname, join, relative } from 'node:path'
import { UsageError } from '../../lib/errors.ts'

/** A module and the checkout it belongs to. */
export interface Place {
  file: string
  checkout: string
  /** Its path within the checkout without ending, such as `projects/my-dex`. */
  path: string
}

/** The checkout is the nearest folder above with a package.json, or else the module's own folder. */
export async function findCheckout(given: string): Promise<Place> {
  const found = [given, join(given, 'index.js'), join(given, 'index.ts'), `${given}.js`, `${given}.ts`].find(
    (path) => existsSync(path) && statSync(path).isFile(),
  )
  if (found === undefined) throw new UsageError(`${given} is no file; name the module of an adapter`)
  const file = await realpath(found)
  let folder = dirname(file)
  while (!existsSync(join(folder, 'package.json'))) {
    if (dirname(folder) === folder) {
      folder = dirname(file)
      break
    }
    folder = dirname(folder)
  }
  const path = relative(folder, file).replace(/(\/index)?\.[cm]?[jt]s$/, '')
  return { file, checkout: folder, path }
}
