import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { runLine } from '../commands/run-for-tests.ts'
import { readConfig } from '../config.ts'
import { readGivenSettings, valuesOf } from './given-settings.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'almanac-config-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

function write(content: unknown, name = 'almanac.json'): string {
  const path = join(folder, name)
  writeFileSync(path, typeof content === 'string' ? content : JSON.stringify(content))
  return path
}

function problemOf(content: unknown): string {
  write(content)
  try {
    readGivenSettings({}, folder)
  } catch (error) {
    return (error as Error).message.replace(folder, '.')
  }
  return 'accepted'
}

describe('the file', () => {
  test('default: text, numbers, booleans and lists mean what the same variables mean', () => {
    write({
      PORT: 8080,
      HOST: ' 0.0.0.0 ',
      ALMANAC_CLIENT_SHAPES: true,
      ALMANAC_RPC_ETHEREUM: ['http://a:8545', 'http://b:8545'],
      ALMANAC_DATA_DIR: '',
    })
    expect(readConfig(valuesOf(readGivenSettings({}, folder)))).toEqual(
      readConfig({
        PORT: '8080',
        HOST: '0.0.0.0',
        ALMANAC_CLIENT_SHAPES: 'on',
        ALMANAC_RPC_ETHEREUM: 'http://a:8545,http://b:8545',
      }),
    )
  })

  test('behavior: the environment wins, and a blank variable does not count', () => {
    const file = write({ PORT: 8080, HOST: '0.0.0.0' })
    const given = readGivenSettings({ PORT: '9090', HOST: ' ' }, folder, { HOST: 'set-up' })
    expect(Object.fromEntries(given)).toEqual({
      PORT: { value: '9090', source: 'environment' },
      HOST: { value: '0.0.0.0', source: file },
    })
  })

  test('behavior: ALMANAC_CONFIG names another file, and then the usual one is not read', () => {
    write({ PORT: 1 })
    const other = write({ PORT: 2 }, 'other.json')
    const given = readGivenSettings({ ALMANAC_CONFIG: other }, folder)
    expect(given.get('PORT')).toEqual({ value: '2', source: other })
  })

  test('error: a named file that is missing stops the start', () => {
    const missing = join(folder, 'no.json')
    expect(() => readGivenSettings({ ALMANAC_CONFIG: missing }, folder)).toThrow(
      `ALMANAC_CONFIG: ${missing} cannot be read (ENOENT).`,
    )
  })

  test.each([
    [{ PROT: 1 }, './almanac.json: there is no setting PROT. Did you mean PORT?'],
    [
      { toString: 'x' },
      './almanac.json: there is no setting toString. `almanac config` lists them.',
    ],
    [[1], './almanac.json must be one JSON object of settings: {"PORT": 8080}.'],
    [
      { PORT: { of: 1 } },
      'PORT in ./almanac.json must be text, a number, true, false or a list of texts.',
    ],
  ])('error: %j', (content, problem) => {
    expect(problemOf(content)).toBe(problem)
  })

  test('error: what is invalid JSON is not shown, because it may hold a secret', () => {
    const problem = problemOf('{"ALMANAC_PULL_KEY": hunter2}')
    expect(problem).toContain('./almanac.json is invalid JSON')
    expect(problem).not.toContain('hunter')
  })
})

async function printed(given: Record<string, string>): Promise<Map<string, string[]>> {
  const { lines } = await runLine(['config'], { given: readGivenSettings(given, folder) })
  return new Map(
    lines.map((line) => line.split(/ {2,}/)).map(([name = '', ...rest]) => [name, rest]),
  )
}

describe('almanac config', () => {
  test('default: every setting with its value and source', async () => {
    const file = write({ HOST: '0.0.0.0' })
    const lines = await printed({ PORT: '9090' })
    expect(lines.get('setting')).toEqual(['value', 'source'])
    expect(lines.get('PORT')).toEqual(['9090', 'environment'])
    expect(lines.get('HOST')).toEqual(['0.0.0.0', file])
    expect(lines.get('ALMANAC_FREE_RATE')).toEqual(['300', 'default'])
    expect(lines.get('ALMANAC_STORE_URL')).toEqual(['unset', 'default'])
  })

  test.each([
    ['ALMANAC_BOOTSTRAP_KEY', 'hunter2hunter2hunter2', '***'],
    ['ALMANAC_PULL_KEY', 'hunter2', '***'],
    ['ALMANAC_SOURCE_PRICE_AGGREGATOR_KEY', 'hunter2', '***'],
    ['ALMANAC_STORE_URL', 'http://me:hunter2@a:8123', 'http://me:***@a:8123'],
    [
      'ALMANAC_STORE_URL',
      'http://a:8123,http://b:8123/?password=hunter2',
      'http://a:8123, http://b:8123/***',
    ],
    ['ALMANAC_ACCOUNTS_URL', 'postgres://me:hunter2@h/db', 'postgres://me:***@h/***'],
    ['ALMANAC_RPC_ETHEREUM', 'https://node.example.org/v3/hunter2', 'https://node.example.org/***'],
    ['ALMANAC_SOURCE_X_URL', 'https://x.example.org/?key=hunter2', 'https://x.example.org/***'],
  ])('behavior: %s=%s is masked', async (name, value, shown) => {
    const lines = await printed({ [name]: value })
    expect(lines.get(name)).toEqual([shown, 'environment'])
  })
})
