import { readdir, readFile, stat } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { UsageError } from '../../../lib/errors.ts'
import { openZip, type ZipArchive, type ZipEntry } from '../../../sources/files/zip-archive.ts'

/** A JSON file; `place` tells it from one of the same name in another folder or archive. */
export interface SourceFile extends ZipEntry {
  readonly place: string
}

/** The JSON files of folders, archives and single files, by name; archives are open until closed. */
export interface SourceFiles {
  readonly files: readonly SourceFile[]
  close(): void
}

export async function openSourceFiles(paths: readonly string[]): Promise<SourceFiles> {
  const archives: ZipArchive[] = []
  const close = () => {
    for (const archive of archives) archive.close()
  }
  try {
    const files: SourceFile[] = []
    for (const path of paths)
      for (const found of await listPaths(path)) files.push(...(await openPath(found, archives)))
    return { files, close }
  } catch (error) {
    close()
    throw error
  }
}

async function listPaths(path: string): Promise<string[]> {
  const found = await stat(path).catch(() => undefined)
  if (found === undefined) throw new UsageError(`${path}: no such file or directory`)
  if (!found.isDirectory()) return [path]
  const entries = await readdir(path, { recursive: true, withFileTypes: true })
  return entries
    .filter((entry) => entry.isFile() && /\.(json|zip)$/.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name))
    .sort()
}

async function openPath(path: string, archives: ZipArchive[]): Promise<SourceFile[]> {
  const name = basename(path)
  if (!path.endsWith('.zip')) {
    const place = join(basename(dirname(path)), name)
    return [{ name, place, bytes: (await stat(path)).size, read: () => readFile(path) }]
  }
  const archive = await openZip(path)
  archives.push(archive)
  return archive.entries
    .filter((entry) => entry.name.endsWith('.json'))
    .map((entry) => ({ ...entry, place: join(name, entry.name) }))
}
