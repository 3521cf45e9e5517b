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
import { basename, join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { domains } from '../../../domains/index.ts'
import { chains } from '../../../domains/registry/public.ts'
import { readerKinds } from '../index.ts'
import type { Instance } from './instance.ts'
import { ADAPTER, INSTANCES_FOLDER, readInstance, readInstances } from './instances.ts'
import { toLiveSource } from './to-live-source.ts'

const KINDS = [...readerKinds, ...domains.flatMap((domain) => domain.readers ?? [])]
const KNOWN = { kinds: KINDS, chains }
const FACTORY = '0x5c69bee701ef814a2b6a3edd4b1652cb9cc5aa6f'
const GOOD = {
  kind: 'constant-product',
  protocol: '7',
  chain: 'Ethereum',
  start: '2024-01-31',
  factory: FACTORY,
  feePct: 0.3,
}

let parent: string
let folder: string

beforeAll(() => {
  parent = mkdtempSync(join(tmpdir(), 'almanac-instances-'))
})
beforeEach(() => {
  folder = mkdtempSync(join(parent, 'protocols-'))
})
afterAll(() => rmSync(parent, { recursive: true, force: true }))

const put = (name: string, content: string | object) =>
  writeFileSync(
    join(folder, name),
    typeof content === 'string' ? content : JSON.stringify(content, null, 2),
  )
const read = () => readInstances(folder, KNOWN)

async function readOne(content: object): Promise<Instance> {
  put('one.json', content)
  const { good, problems } = await read()
  expect(problems).toEqual([])
  const [instance] = good
  if (instance === undefined) throw new Error('no instance')
  return instance
}

async function problemsOf(content: string | object): Promise<string[]> {
  put('one.json', content)
  return (await read()).problems
}

test('default: a file is an instance, read hourly some minutes after the hour', async () => {
  const instance = await readOne(GOOD)
  expect(instance).toMatchObject({
    id: 'one',
    cadence: '7 * * * *',
    step: 'hour',
    settings: {
      protocol: '7',
      chain: 'ethereum',
      startSec: 1_706_659_200,
      factory: FACTORY,
      native: { symbol: 'ETH' },
    },
  })
  expect(instance.methodology).toContain('0.3%')
  expect(toLiveSource(instance)).toMatchObject({
    id: 'reader:one',
    belongsTo: '7',
    chains: ['ethereum'],
    hasPast: true,
    methodologyVersion: 1,
  })
})

test('behavior: whatever sees only prices is read together, so that one price comes out of all of them', async () => {
  const feeds = { kind: 'oracle-feeds', protocol: '7', chain: 'Ethereum', start: '2024-01-31' }
  const instance = await readOne({
    ...feeds,
    feeds: [{ feed: FACTORY, coins: ['aggregator:ethereum'], heartbeatSec: 3600 }],
  })
  expect(toLiveSource(instance).belongsTo).toBe('prices')
})

test('behavior: names, times and words may be given', async () => {
  const more = {
    chain: 'op mainnet',
    start: 1_700_000_000,
    step: 'day',
    cadence: '30 2 * * *',
    version: 'V2',
    methodology: 'By hand.',
    notes: ['x'],
  }
  const instance = await readOne({ ...GOOD, ...more })
  expect(instance).toMatchObject({ cadence: '30 2 * * *', step: 'day', methodology: 'By hand.' })
  expect(instance.settings).toMatchObject({
    chain: 'optimism',
    startSec: 1_700_000_000,
    version: 'V2',
  })
  expect(instance.settings).not.toHaveProperty('notes')
})

test('behavior: the code hash follows what is computed, not how it is written', async () => {
  const { codeHash } = await readOne(GOOD)
  const { feePct, factory, ...rest } = GOOD
  const upper = `0x${factory.slice(2).toUpperCase()}`
  expect(
    (await readOne({ feePct, factory: upper, ...rest, notes: ['n'], cadence: '9 * * * *' }))
      .codeHash,
  ).toBe(codeHash)
  expect((await readOne({ ...GOOD, feePct: 0.25 })).codeHash).not.toBe(codeHash)
  expect((await readOne({ ...GOOD, protocol: '8' })).codeHash).not.toBe(codeHash)
})

test.each([
  ['lower case', FACTORY],
  ['upper case', `0x${FACTORY.slice(2).toUpperCase()}`],
  ['its checksum', '0x5C69bEe701ef814a2B6a3EDD4B1652CB9cc5aA6f'],
])('behavior: an address in %s is taken, and kept in lower case', async (_, factory) => {
  expect((await readOne({ ...GOOD, factory })).settings.factory).toBe(FACTORY)
})

test('behavior: several files may read the same protocol; one that says the same as another is named', async () => {
  put('a.json', GOOD)
  put('b.json', { ...GOOD, chain: 'Base' })
  put('c.json', { ...GOOD, notes: ['again'] })
  put('readme.md', 'not read')
  mkdirSync(join(folder, 'examples'))
  const { good, problems } = await read()
  expect(good.map(({ id }) => id)).toEqual(['a', 'b'])
  expect(problems).toEqual(['c.json:1: says the same as a.json; remove one of them'])
})

test('behavior: a bad file takes no other with it; a folder that is not there has none', async () => {
  put('a.json', GOOD)
  put('b.json', '{\n  "kind": \n}')
  const { good, problems } = await read()
  expect([good.map(({ id }) => id), problems]).toEqual([
    ['a'],
    ['b.json:3: not valid JSON: value expected'],
  ])
  expect(await readInstances(join(folder, 'nowhere'), KNOWN)).toEqual({ good: [], problems: [] })
  expect(await readInstance(join(folder, 'nowhere.json'), KNOWN)).toEqual([
    'nowhere.json:1: there is no such file',
  ])
})

describe('errors name file, line and field, and say what is expected', () => {
  // JSON of two spaces: kind is on line 2, protocol 3, chain 4, start 5, factory 6, feePct 7.
  test.each<[string, object, string]>([
    [
      'an unknown kind',
      { kind: 'constant-products' },
      'one.json:2: kind must be a known kind; is it constant-product?',
    ],
    [
      'an unknown chain',
      { chain: 'Etherium' },
      'one.json:4: chain must be a chain of data/chains.json, not Etherium; is it Ethereum',
    ],
    [
      'a chain of another sort',
      { chain: 'Solana' },
      'one.json:4: chain must be an EVM chain; Solana is not one',
    ],
    [
      'a day that does not exist',
      { start: '2024-02-31' },
      'one.json:5: start must be a day that exists, not 2024-02-31',
    ],
    [
      'another form of day',
      { start: '31.1.2024' },
      'one.json:5: start must be the first day it can be read on, such as "2024-01-31", or Unix seconds',
    ],
    [
      'a short address',
      { factory: '0x12' },
      'one.json:6: factory must be an address: 0x and 40 hexadecimal digits',
    ],
    [
      'a wrong checksum',
      { factory: '0x5C69bEe701ef814a2B6a3EDD4B1652CB9cc5aA6F' },
      'one.json:6: factory has a wrong checksum: 0x5C69',
    ],
    [
      'a number out of range',
      { feePct: 300 },
      'one.json:7: feePct must be a percentage from 0 to 100',
    ],
    [
      'a member that is not known',
      { fePct: 1 },
      'one.json:8: fePct is not known here; is it feePct?',
    ],
    [
      'an invalid cadence',
      { cadence: 'hourly' },
      'one.json:8: cadence must be a cron pattern in UTC, such as "7 * * * *", not hourly',
    ],
    [
      'a number for a text',
      { protocol: 7 },
      'one.json:3: protocol must be the id of the protocol its figures belong to, as a text',
    ],
    [
      'neither of two members',
      { factory: undefined },
      'one.json:1: the instance needs factory or pairs',
    ],
    [
      'shares of more than all',
      { shares: { protocolPct: 60, holdersPct: 50 } },
      'one.json:8: shares must not add up to more than 100 percent',
    ],
  ])('error: %s', async (_, change, problem) => {
    const problems = await problemsOf({ ...GOOD, ...change })
    expect(problems).toHaveLength(1)
    expect(problems[0]).toContain(problem)
  })

  test('error: what is missing is named with what it is; a member within a list with its place', async () => {
    expect(await problemsOf({ kind: 'token-balances', chain: 'Ethereum', start: 0 })).toEqual([
      'one.json:1: protocol is missing: it is the id of the protocol its figures belong to, as a text',
      'one.json:1: holdings is missing: it is a list of owners and tokens, at least one',
    ])
    const holdings = [{ owners: [FACTORY], tokens: ['ETH'] }]
    expect(
      await problemsOf({
        kind: 'token-balances',
        protocol: '7',
        chain: 'Ethereum',
        start: 0,
        holdings,
      }),
    ).toEqual([
      'one.json:12: holdings.0.tokens.0 must be an address of a token, or "native" for the coin of the chain',
    ])
  })

  test.each([['[]'], ['null'], ['"x"']])('error: %s is no instance', async (text) => {
    expect((await problemsOf(text))[0]).toContain('one.json:1: kind must be one of token-balances')
  })

  test('error: a file’s name', async () => {
    put('My Dex.json', GOOD)
    expect((await read()).problems).toEqual([
      'My Dex.json:1: the name of a file is small letters, digits, dots and dashes, and ends in .json',
    ])
  })
})

describe('a kind of one’s own', () => {
  const CODE = `export default {
    kind: 'mine', version: 3, settings: { type: 'object', required: ['much'], properties: { much: { type: 'number', description: 'a number' } } },
    methodology: ({ much }) => 'Counted ' + much + ' times.',
    extract: async (chain) => chain.block.number,
    transform: () => ({}),
  }`
  const CUSTOM = {
    kind: 'custom',
    protocol: '7',
    chain: 'Ethereum',
    start: 0,
    module: './mine.mjs',
    much: 2,
  }

  test('default: a file beside the instance is its kind; a change of the file changes the code hash', async () => {
    put('mine.mjs', CODE)
    const instance = await readOne(CUSTOM)
    expect(instance).toMatchObject({
      methodology: 'Counted 2 times.',
      kind: { kind: 'mine', version: 3 },
      settings: { much: 2 },
    })
    put('other.mjs', `${CODE}\n`)
    expect((await readOne({ ...CUSTOM, module: './other.mjs' })).codeHash).not.toBe(
      instance.codeHash,
    )
  })

  test.each([
    ['no module', { module: undefined }, 'module must be a file of this folder'],
    [
      'a file that is not there',
      { module: './none.ts' },
      'module must be a file that exists; there is no ./none.ts',
    ],
    [
      'a file elsewhere',
      { module: './../outside.mjs' },
      'module must stay within the folder of the instances',
    ],
    [
      'a link to elsewhere',
      { module: './link.mjs' },
      'module must stay within the folder of the instances',
    ],
    ['a whole path', { module: '/etc/x.ts' }, 'module must be a file of this folder'],
    [
      'something else',
      { module: './empty.mjs' },
      'module must export a reader kind as its default',
    ],
    ['code that fails', { module: './broken.mjs' }, 'module cannot be loaded: no luck'],
    ['its own settings', { much: 'x' }, 'much must be a number'],
  ])('error: %s', async (_, change, problem) => {
    put('mine.mjs', CODE)
    put('empty.mjs', 'export const x = 1')
    put('broken.mjs', 'throw new Error("no luck")')
    writeFileSync(join(parent, 'outside.mjs'), CODE)
    symlinkSync(join(parent, 'outside.mjs'), join(folder, 'link.mjs'))
    const problems = await problemsOf({ ...CUSTOM, ...change })
    expect(problems).toHaveLength(1)
    expect(problems[0]).toContain(problem)
  })
})

describe('data/protocols', () => {
  const examples = join(INSTANCES_FOLDER, 'examples')
  // Adapters are checked where they are hosted.
  const files = readdirSync(examples).filter(
    (name) => name.endsWith('.json') && name !== `${ADAPTER}.json`,
  )

  test('behavior: every kind has an example', () => {
    expect(files.map((name) => basename(name, '.json')).sort()).toEqual(
      [...KINDS.map(({ kind }) => kind), 'custom'].sort(),
    )
  })

  test.each(files)(
    'behavior: the example %s passes its checks and says what it is',
    async (name) => {
      const path = join(examples, name)
      expect(await readInstance(path, KNOWN)).toMatchObject({ id: basename(name, '.json') })
      expect(JSON.parse(readFileSync(path, 'utf8'))).toHaveProperty('notes')
    },
  )

  test('behavior: all files that are there are right', async () => {
    expect((await readInstances(INSTANCES_FOLDER, KNOWN)).problems).toEqual([])
  })
})
