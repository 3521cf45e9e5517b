import { chmod, mkdir, mkdtemp, realpath, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'

export interface Checkout {
  readonly root: string
  path(file: string): string
  remove(): Promise<void>
}

/**
 * A checkout of a collection of adapters as a user has one: a folder with these files, and a
 * package.json unless one is among them.
 */
export async function makeCheckout(files: Readonly<Record<string, string>>): Promise<Checkout> {
  const root = await mkdtemp(join(await realpath(tmpdir()), 'almanac-checkout-'))
  // As a clone has it: a service that runs as root gives modules to a user without rights.
  await chmod(root, 0o755)
  for (const [name, text] of Object.entries({
    'package.json': '{ "name": "collection" }',
    ...files,
  })) {
    const path = join(root, name)
    await mkdir(dirname(path), { recursive: true })
    await writeFile(path, text)
  }
  return {
    root,
    path: (file) => join(root, file),
    remove: () => rm(root, { recursive: true, force: true }),
  }
}
