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

/** The checkout is the repository, else the package, else the folder of the module. */
export async function findCheckout(given: string): Promise<Place> {
  const found = [
    given,
    join(given, 'index.js'),
    join(given, 'index.ts'),
    `${given}.js`,
    `${given}.ts`,
  ].find((path) => existsSync(path) && statSync(path).isFile())
  if (found === undefined)
    throw new UsageError(`${given} is not a file; name the module of an adapter`)
  const file = await realpath(found)
  const folder =
    findAbove(dirname(file), '.git') ?? findAbove(dirname(file), 'package.json') ?? dirname(file)
  const path = relative(folder, file).replace(/(\/index)?\.[cm]?[jt]s$/, '')
  return { file, checkout: folder, path }
}

/** A module may read its whole checkout, so nothing private may be in there. */
export async function refusePrivateFolders(
  { checkout }: Place,
  folders: readonly string[],
): Promise<void> {
  for (const folder of folders) {
    const real = existsSync(folder) ? await realpath(folder) : folder
    if (real === checkout || real.startsWith(`${checkout}/`))
      throw new UsageError(
        `the module's checkout ${checkout} holds ${folder}, which modules may not read: move one of the two`,
      )
  }
}

function findAbove(folder: string, name: string): string | undefined {
  if (existsSync(join(folder, name))) return folder
  return dirname(folder) === folder ? undefined : findAbove(dirname(folder), name)
}
