import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { explainFailure } from '../src/commands/explain-failure.ts'
import { readGivenSettings, valuesOf } from '../src/config/given-settings.ts'
import { readConfig } from '../src/config.ts'
import { domains } from '../src/domains/index.ts'
import { chains } from '../src/domains/registry/public.ts'
import { UsageError } from '../src/lib/errors.ts'
import { toText } from '../src/lib/log.ts'
import { hostileNames } from '../src/runs/import/hostile-names-for-tests.ts'
import { encodeFrame, FrameReader, ProtocolError } from '../src/sources/adapters/channel/frames.ts'
import { readFromHost } from '../src/sources/adapters/channel/from-host.ts'
import type { Plain } from '../src/sources/adapters/messages.ts'
import { readDimensionOutput } from '../src/sources/adapters/outputs/dimension-output.ts'
import { outputOf, response } from '../src/sources/adapters/outputs/output-for-tests.ts'
import { readTvlOutput } from '../src/sources/adapters/outputs/tvl-output.ts'
import { openZip } from '../src/sources/files/zip-archive.ts'
import { makeZip } from '../src/sources/files/zip-for-tests.ts'
import { readerKinds } from '../src/sources/readers/index.ts'
import { readInstances } from '../src/sources/readers/instances/instances.ts'

const INHERITED = ['__proto__', 'constructor', 'toString', 'hasOwnProperty', 'valueOf']

let folder: string
let names: string[]

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'almanac-hostile-'))
  names = hostileNames(join(folder, 'canary'))
})
afterEach(() => expect(Object.keys(Object.prototype)).toEqual([]))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** An object that has `__proto__` as a member of its own, as JSON makes it. */
const withNames = <T>(all: readonly string[], value: T) =>
  Object.fromEntries(all.map((name) => [name, value]))

/** What `done` of an adapter's process says, after the channel. */
function fromHost(result: object): Plain {
  const [frame] = new FrameReader().read(encodeFrame({ type: 'done', result }))
  if (frame === undefined) throw new Error('no frame')
  const message = readFromHost(frame)
  return message.type === 'done' ? (message.result.parts[0]?.value ?? null) : null
}

describe('adapters', () => {
  const part = { chain: 'ethereum', section: 'tvl', version: '' }
  const done = (value: unknown) => ({
    outline: {},
    isEntry: false,
    parts: [{ ...part, value }],
    sdk: null,
  })

  test('default: balances of hostile tokens are coins of that text, without what terminals obey', () => {
    const balances = fromHost(done(withNames(names, 5)))
    const { holdings } = readTvlOutput(outputOf([response(balances, part)])).observations
    const coins = holdings.map(({ amount }) => ('coin' in amount ? amount.coin : ''))
    for (const name of [...INHERITED, "a'b", '; SELECT'])
      expect(coins.some((coin) => coin.startsWith(`aggregator:${name}`))).toBe(name !== 'valueOf')
    expect(coins.join('')).not.toContain('\x1b')
  })

  test.each(INHERITED)('behavior: a section called %s is not a known one', (section) => {
    const output = outputOf([
      response({ usd: 1 }, part),
      response({ usd: 2 }, { ...part, section }),
    ])
    const { observations, warnings } = readTvlOutput(output)
    expect(observations.holdings.map((holding) => holding.section)).toEqual(['tvl'])
    expect(warnings).toEqual([`ethereum.${section} is not a known section and was left out`])
  })

  const figures = (value: Plain) =>
    readDimensionOutput({
      ...outputOf([response({ dailyFees: value }, part)]),
      findFigure: (key) =>
        key === 'dailyFees' ? { metric: 'fees', dataType: key, unit: 'usd' } : undefined,
    }).observations.flows

  test('behavior: what hostile tokens have without a label is what is left of them', () => {
    const value = {
      balances: withNames(INHERITED, 5),
      labels: { swaps: withNames(['__proto__'], 2) },
    }
    const sums = figures(value).map(({ label, amount }) => [
      label,
      'tokens' in amount && [amount.coin, amount.tokens],
    ])
    expect(sums).toContainEqual(['swaps', ['aggregator:__proto__', 2]])
    expect(sums).toContainEqual(['', ['aggregator:__proto__', 3]])
    expect(sums).toContainEqual(['', ['aggregator:constructor', 5]])
  })

  test.each([null, 5, 'text', [1]])('error: labels that hold %j instead of balances', (label) => {
    expect(() => figures({ balances: { usd: 1 }, labels: { swaps: label } })).toThrow(
      'ethereum.dailyFees, swaps must be balances by token',
    )
  })

  test('error: names that are too long', () => {
    const long = withNames(['x'.repeat(1_000_000)], 1)
    expect(() => fromHost(done(long))).toThrow(ProtocolError)
  })
})

describe('almanac.json', () => {
  const read = (content: string) => {
    writeFileSync(join(folder, 'almanac.json'), content)
    return valuesOf(readGivenSettings({}, folder))
  }

  test('error: no hostile name is a setting', () => {
    for (const name of [...names, ...INHERITED]) {
      const failure = () => read(`{${JSON.stringify(name)}: "on"}`)
      expect(failure).toThrow(UsageError)
      expect(failure).toThrow('almanac.json: there is no setting ')
    }
  })

  test('behavior: hostile values are the text that they are, or refused by the name of their setting', () => {
    for (const value of [...names, ...INHERITED]) {
      const given = read(JSON.stringify({ ALMANAC_MIRROR_KEY: value, PORT: '8080' }))
      expect(readConfig(given).mirrorKey ?? '').toBe(value.trim())
      const bad = read(JSON.stringify({ PORT: value }))
      if (value.trim() !== '') expect(() => readConfig(bad)).toThrow(/^PORT /)
    }
    expect(() => read('{"PORT": {"__proto__": 1}}')).toThrow('PORT in ')
  })
})

test('error: a protocol file with hostile members is left out, each member named with its line', async () => {
  const protocols = mkdtempSync(join(folder, 'protocols-'))
  const good = {
    ...{ kind: 'constant-product', protocol: '7', chain: 'Ethereum', start: '2024-01-31' },
    ...{ factory: '0x5c69bee701ef814a2b6a3edd4b1652cb9cc5aa6f', feePct: 0.3 },
  }
  const put = (name: string, content: object) =>
    writeFileSync(join(protocols, name), JSON.stringify(content))
  const all = [...new Set([...names, ...INHERITED])]
  for (const [index, name] of all.entries()) {
    put(`member-${index}.json`, { ...good, ...withNames([name], 1) })
    put(`kind-${index}.json`, { ...good, kind: name })
    put(`chain-${index}.json`, { ...good, chain: name })
  }
  const kinds = [...readerKinds, ...domains.flatMap((domain) => domain.readers ?? [])]
  const { good: read, problems } = await readInstances(protocols, { kinds, chains })
  expect(read).toEqual([])
  expect(problems).toHaveLength(3 * all.length)
  for (const [index, name] of all.entries()) {
    expect(
      problems.find((one) => one.startsWith(`member-${index}.json:1: ${name} is not`)),
    ).toBeDefined()
    expect(problems.find((one) => one.startsWith(`kind-${index}.json:1: kind must`))).toBeDefined()
    expect(
      problems.find((one) => one.startsWith(`chain-${index}.json:1: chain must`)),
    ).toBeDefined()
  }
})

describe('zip', () => {
  const open = async (bytes: Buffer) => {
    const path = join(folder, 'a.zip')
    writeFileSync(path, bytes)
    return openZip(path)
  }

  test.each([
    '../a.json',
    '/etc/a.json',
    'a/../../b.json',
    'C:/a.json',
    '..\\a.json',
    'C:\\a.json',
  ])('error: an entry called %s', async (name) => {
    const failure = open(makeZip({ [name]: '1' }))
    await expect(failure).rejects.toThrow(UsageError)
    await expect(failure).rejects.toThrow(/a\.zip is not a valid zip archive: /)
  })

  test('behavior: other names are text; nothing is written under them', async () => {
    const plain = [...names, ...INHERITED, 'a\0b.json', 'x'.repeat(60_000)].filter(
      (name) => !/^[./]|[\\/]/.test(name),
    )
    const archive = await open(makeZip(withNames(plain, '1')))
    expect(archive.entries.map(({ name }) => name).toSorted()).toEqual(
      [...new Set(plain)].toSorted(),
    )
    archive.close()
  })

  test('behavior: a link in an archive is the text of its target', async () => {
    const zip = makeZip({ 'link.json': '/etc/passwd' })
    // The mode of the file, which Unix programs keep in the upper half of its attributes.
    zip.writeUInt32LE(0o120777 * 0x10000, zip.length - 22 - (46 + 'link.json'.length) + 38)
    const archive = await open(zip)
    expect(String(await archive.entries[0]?.read())).toBe('/etc/passwd')
    archive.close()
  })
})

test('behavior: no line that people read has control characters', () => {
  const text = 'a\x1b[31m\x07\u202eb'
  expect(explainFailure(new UsageError(text))).toBe('a[31mb')
  expect(explainFailure(new Error(text))).toContain('a[31mb')
  expect(toText(JSON.stringify({ level: 30, time: 0, msg: text }))).toContain('INFO a[31mb')
})
