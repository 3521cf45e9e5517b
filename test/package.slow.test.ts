import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { PATIENCE } from './support/patience.ts'
import { ROOT } from './support/source-files.ts'

const TIMEOUT_MS = 120_000 * PATIENCE
const folder = mkdtempSync(join(tmpdir(), 'almanac-package-'))
const modules = join(folder, 'node_modules')
const environment = {
  ...process.env,
  PORT: '0',
  ALMANAC_DEMO: 'off',
  ALMANAC_EXPLORER: 'off',
  XDG_CACHE_HOME: join(folder, 'cache'),
}

/** The tarball unpacked as npm would, with links to the packages that are here in place of copies. */
beforeAll(() => {
  mkdirSync(join(modules, 'almanac'), { recursive: true })
  mkdirSync(join(modules, '.bin'))
  const pack = ['pack', '--ignore-scripts', '--silent', '--pack-destination', folder]
  const tarball = execFileSync('npm', pack, { cwd: ROOT, encoding: 'utf8' }).trim()
  execFileSync('tar', [
    ...['-xzf', join(folder, tarball), '-C', join(modules, 'almanac')],
    '--strip-components=1',
  ])
  for (const name of readdirSync(join(ROOT, 'node_modules')))
    if (!name.startsWith('.') && !name.startsWith('almanac'))
      symlinkSync(join(ROOT, 'node_modules', name), join(modules, name))
  symlinkSync('../almanac/scripts/almanac.mjs', join(modules, '.bin', 'almanac'))
}, TIMEOUT_MS)
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** The URL that a service says it is ready at. */
async function readyUrl({ stdout }: ChildProcess): Promise<string> {
  if (stdout === null) throw new Error('the output is not read')
  for await (const line of createInterface({ input: stdout })) {
    const url = /ready at (http:\S+)/.exec(line)?.[1]
    if (url !== undefined) return url
  }
  throw new Error('the service ended before it was ready')
}

test(
  'behavior: the program of a tarball serves from an empty folder, and leaves its package as it was',
  async () => {
    const empty = join(folder, 'empty')
    mkdirSync(empty)
    const child = spawn(process.execPath, [join(modules, '.bin', 'almanac'), 'serve'], {
      cwd: empty,
      env: environment,
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    const ended = once(child, 'exit')
    try {
      const url = await readyUrl(child)
      child.stdout?.resume()
      expect((await fetch(`${url}/ready`)).status).toBe(200)
      expect(await (await fetch(`${url}/v2/chains`)).json()).toEqual([])
      expect((await fetch(`${url}/docs`)).status).toBe(200)
    } finally {
      child.kill('SIGTERM')
    }
    expect((await ended)[0]).toBe(0)
    expect(readdirSync(empty)).toEqual(['.almanac'])
    expect(readdirSync(join(modules, 'almanac'))).not.toContain('node_modules')
  },
  TIMEOUT_MS,
)

test('behavior: the package holds no tests, and every file that its program names', () => {
  const files = readdirSync(join(modules, 'almanac'), { recursive: true, encoding: 'utf8' })
  expect(files.filter((name) => /\.test\.|-for-tests\./.test(name))).toEqual([])
  expect(files).toEqual(expect.arrayContaining(['src/main.ts', 'data/chains.json', 'LICENSE']))
  const { bin } = JSON.parse(readFileSync(join(modules, 'almanac/package.json'), 'utf8')) as {
    bin: { almanac: string }
  }
  expect(files).toContain(bin.almanac)
})

test('behavior: another tarball of the same version in the same place is run, not the one before', () => {
  const cli = join(modules, '.bin', 'almanac')
  const main = join(modules, 'almanac/src/main.ts')
  const run = () => execFileSync(process.execPath, [cli], { env: environment, encoding: 'utf8' })
  for (const text of ['first', 'second']) {
    writeFileSync(main, `process.stdout.write('${text}')\n`)
    // As npm does: files of a package are made anew, and their times are those of the tarball.
    const manifest = join(modules, 'almanac/package.json')
    const content = readFileSync(manifest)
    rmSync(manifest)
    writeFileSync(manifest, content)
    expect(run()).toBe(text)
  }
})
