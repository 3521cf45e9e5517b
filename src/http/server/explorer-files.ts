import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { extname, join } from 'node:path'
import type { Encoding } from '../../cache/encoding.ts'

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.ico': 'image/x-icon',
  '.map': 'application/json',
}
const ENDINGS = { br: '.br', gzip: '.gz', identity: '' } as const satisfies Record<Encoding, string>

export interface ExplorerFile {
  readonly type: string
  /** Its name holds the hash of its content. */
  readonly isHashed: boolean
  readonly bytes: Readonly<Partial<Record<Encoding, Buffer>>>
}

/** The built explorer, read into memory once its build is there. */
export class ExplorerFiles {
  readonly #folder: string | undefined
  #files: ReadonlyMap<string, ExplorerFile> | undefined

  constructor(folder: string | undefined) {
    this.#folder = folder
  }

  get isBuilt(): boolean {
    return this.#read().size > 0
  }

  find(name: string): ExplorerFile | undefined {
    return this.#read().get(name)
  }

  #read(): ReadonlyMap<string, ExplorerFile> {
    if (this.#files !== undefined) return this.#files
    // The build is put in its place whole, so a folder that is there is complete.
    if (this.#folder === undefined || !existsSync(this.#folder)) return new Map()
    this.#files = readFiles(this.#folder)
    return this.#files
  }
}

function readFiles(folder: string): Map<string, ExplorerFile> {
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  const files = names.flatMap((name): [string, ExplorerFile][] => {
    const type = TYPES[extname(name)]
    if (type === undefined) return []
    const read = (ending: string) => {
      const path = join(folder, name + ending)
      return existsSync(path) ? readFileSync(path) : undefined
    }
    const bytes = Object.fromEntries(
      Object.entries(ENDINGS).flatMap(([encoding, ending]) => {
        const found = read(ending)
        return found === undefined ? [] : [[encoding, found]]
      }),
    )
    return [[name.replaceAll('\\', '/'), { type, isHashed: name.startsWith('assets'), bytes }]]
  })
  return new Map(files)
}
