import { createHash } from 'node:crypto'
import { existsSync, statSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { dirname, relative, resolve } from 'node:path'

const IMPORTED =
  /(?:\bfrom\s*|\brequire\s*\(\s*|\bimport\s*\(?\s*)(['"`])(\.{1,2}(?:\/[^'"`\n]*)?)\1/g
const ENDINGS = ['', '.ts', '.js', '.cjs', '.mjs', '.json', '/index.ts', '/index.js', '/index.json']

/**
 * Changes with the module and with every file of the checkout that it imports, however far away;
 * not with what is installed beside them, whose versions the checkout pins itself.
 */
export async function hashAdapterCode(file: string, checkout: string): Promise<string> {
  const texts = new Map<string, string>()
  const waiting = [file]
  for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) {
    if (texts.has(path) || !isOwn(path, checkout)) continue
    const text = await readFile(path, 'utf8')
    texts.set(path, text)
    if (path.endsWith('.json')) continue
    for (const [, , target = ''] of text.matchAll(IMPORTED)) {
      const found = findFile(resolve(dirname(path), target))
      if (found !== undefined) waiting.push(found)
    }
  }
  const hash = createHash('sha256')
  for (const path of [...texts.keys()].sort())
    hash.update(`${relative(checkout, path)}\0${texts.get(path)}\0`)
  return hash.digest('hex')
}

function isOwn(path: string, checkout: string): boolean {
  return path.startsWith(`${checkout}/`) && !path.includes('/node_modules/')
}

function findFile(path: string): string | undefined {
  const candidates = [
    ...ENDINGS.map((ending) => `${path}${ending}`),
    path.replace(/\.([cm]?)js$/, '.$1ts'),
  ]
  return candidates.find((candidate) => existsSync(candidate) && statSync(candidate).isFile())
}
