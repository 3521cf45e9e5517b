import { cpSync, mkdirSync, renameSync, rmSync, symlinkSync, truncateSync } from 'node:fs'
import { join } from 'node:path'
import type { SnapshotFile } from '../../src/runs/snapshot/manifest.ts'
import type { Forgery } from './hostile-world.ts'

/** What an attacker makes of a good backup, and what is said about it. */
export interface HostileCase {
  readonly name: string
  readonly says: string
  readonly edit: (it: Forgery) => void
  /** False: only the engine that loads it can tell. */
  readonly isSeenByVerify?: false
  /** Without it, it is hostile in every way; a server hides what is behind a name. */
  readonly only?: 'folder' | 'restore'
}

const set = (member: string, value: unknown) => (one: object) =>
  Object.assign(one, { [member]: value })
const column =
  (name: string, type = 'String') =>
  (file: SnapshotFile) => {
    file.columns = { ...file.columns, [name]: type }
  }
const LONG = 'x'.repeat(1_000_000)

/** Members of a file that no snapshot has: the member, its value, and what is said. */
const FILES: [name: string, edit: (file: SnapshotFile) => unknown, says: string][] = [
  ['a quote in a column', column("a'b"), "it has “a'b”"],
  ['a backtick in a column', column('a`b'), 'it has “a`b”'],
  ['a semicolon in a column', column('a; DROP TABLE b'), 'it has “a; DROP TABLE b”'],
  ['a comment in a column', column('a -- b'), 'it has “a -- b”'],
  ['another comment in a column', column('a /* b'), 'it has “a /* b”'],
  ['a newline in a column', column('a\nb'), 'columns[“a\\u{a}b”] is not a known member'],
  ['a null byte in a column', column('a\0b'), 'it has “a\\u{0}b”'],
  ['text that runs backwards in a column', column('a\u202eb'), 'it has “a\\u{202e}b”'],
  ['a column of the journal', column('fence'), 'it has “fence”'],
  ['a column named constructor', column('constructor'), 'it has “constructor”'],
  ['an empty column', column(''), 'it has “”'],
  ['a huge column', column(LONG), 'it has “xxxxx'],
  ['a statement as a type', column('coin', 'String; SELECT 1'), 'columns.coin has another form'],
  ['another type', column('coin', 'Float64'), 'its coin is “Float64” instead of String'],
  ['no key', set('columns', { priceUsd: 'Float64' }), 'it lacks coin'],
  ['columns as a list', set('columns', ['coin']), 'columns must be object'],
  ['an absolute path', set('path', '/etc/passwd'), 'not “/etc/passwd”'],
  ['a climbing path', set('path', '1-3/../../x.parquet'), 'not “1-3/../../x.parquet”'],
  ['the path of another fact', set('path', '1-3/names.parquet'), 'must be 1-3/prices.parquet'],
  ['the path of another part', set('path', '1-4/prices.parquet'), 'not “1-4/prices.parquet”'],
  [
    'a path with a null byte',
    set('path', '1-3/prices.parquet\0'),
    'not “1-3/prices.parquet\\u{0}”',
  ],
  ['a path with a percent sign', set('path', '1-3%2fprices.parquet'), 'files[0].path must be'],
  ['a huge path', set('path', LONG), 'files[0].path is too long'],
  ['an unknown fact', set('fact', 'secrets'), 'files[0].path must be 1-3/secrets.parquet'],
  ['a fact named __proto__', set('fact', '__proto__'), 'files[0].fact has another form'],
  ['a fact that climbs', set('fact', '../x'), 'files[0].fact has another form'],
  ['a fact as a number', set('fact', 7), 'files[0].fact must be string'],
  ['negative rows', set('rows', -1), 'files[0].rows must be >= 0'],
  ['half a row', set('rows', 1.5), 'files[0].rows must be integer'],
  ['rows as text', set('rows', '3'), 'files[0].rows must be integer'],
  ['rows beyond all', set('rows', 2 ** 60), 'files[0].rows must be <= 9007199254740991'],
  ['no bytes', set('bytes', 0), 'files[0].bytes must be >= 12'],
  ['fewer bytes than there are', set('bytes', 100), 'more than 100 bytes'],
  ['another hash', set('sha256', '0'.repeat(64)), 'its SHA-256 is another'],
  ['a hash with a statement', set('sha256', "' OR 1"), 'sha256 has another form'],
  ['an unknown member', set('sql', 'SELECT 1'), 'files[0].sql is not a known member'],
  ['a missing member', set('sha256', undefined), 'files[0].sha256 is missing'],
]

type Manifest = Parameters<Parameters<Forgery['manifest']>[0]>[0]
const MANIFESTS: [name: string, edit: (manifest: Manifest) => unknown, says: string][] = [
  ['another format', set('format', 2), 'has format 2'],
  ['a format with a fraction', set('format', 1.5), 'has format 1.5'],
  ['a format as text', set('format', '1'), 'format must be number'],
  ['no format', set('format', undefined), 'format is missing'],
  ['an unknown member', set('constructor', {}), 'constructor is not a known member'],
  ['a run beyond all', set('run', 4_294_967_296), 'run must be <= 4294967295'],
  ['a run that is not there', set('run', 9), 'its newest run is not that of its parts'],
  ['a history with a statement', set('history', "' OR 1"), 'history has another form'],
  ['a time with a statement', set('at', "2026' --"), 'at has another form'],
  ['parts as an object', set('parts', { 0: {} }), 'parts must be array'],
  ['no parts', set('parts', []), 'its newest run is not that of its parts'],
  ['a part that is null', set('parts', [null]), 'parts[0] must be object'],
  ['facts as a list', set('facts', []), 'facts must be object'],
  ['an unknown fact', ({ facts }) => set('secrets', {})(facts), 'is of another version: secrets'],
  ['a fact with a quote', ({ facts }) => set("a'", {})(facts), "facts[“a'”] is not a known"],
  ['a fact less', set('facts', {}), 'is of another version: '],
  ['overlapping parts', ({ parts }) => parts.push(...parts), 'parts do not follow each other'],
  [
    'a part that ends before it begins',
    ({ parts }) => parts.map(set('toRun', 0)),
    'parts do not follow each other',
  ],
  [
    'a file twice',
    ({ parts: [part] }) => part?.files.push(...part.files),
    'as that of a file before',
  ],
  ['no file of runs', ({ parts: [part] }) => part?.files.pop(), 'it has no file of its runs'],
  [
    'too many files',
    ({ parts: [part] }) => set('files', Array(1_001).fill(part?.files[0]))(part ?? {}),
    'parts[0].files is too long',
  ],
]

const TEXTS: [name: string, edit: (text: string) => string, says: string][] = [
  ['no JSON', () => '<html>', 'is not valid JSON'],
  ['nothing', () => '', 'is not valid JSON'],
  ['null', () => 'null', 'it must be object'],
  ['a comment', (text) => `// x\n${text}`, 'is not valid JSON'],
  ['NaN', (text) => text.replace('"format": 1', '"format": NaN'), 'is not valid JSON'],
  [
    'a number beyond all',
    (text) => text.replace('"run": 3', '"run": 1e999'),
    'run must be integer',
  ],
  ['a member twice', (text) => text.replace('{', '{"run": 1,'), 'has two members named “run”'],
  [
    'a member twice, once escaped',
    (text) => text.replace('{', '{"\\u0072un": 1,'),
    'has two members named “run”',
  ],
  [
    'a column twice',
    (text) => text.replace('"coin": "String"', '"coin": "String", "coin": "String"'),
    'has two members named “coin”',
  ],
  ['a prototype', (text) => text.replace('{', '{"__proto__": {},'), '__proto__ is not a known'],
  [
    'a prototype of facts',
    (text) => text.replace('"facts": {', '"facts": {"__proto__": {},'),
    'facts.__proto__ is not a known member',
  ],
  ['100,000 brackets', () => '['.repeat(100_000), 'nests deeper than 16 levels'],
  [
    '100,000 objects',
    () => `${'{"a":'.repeat(100_000)}1${'}'.repeat(100_000)}`,
    'nests deeper than 16 levels',
  ],
]

const link = (it: Forgery, name: string) => {
  const [path, elsewhere] = [join(it.snapshot, name), `${it.backup}-elsewhere`]
  rmSync(elsewhere, { recursive: true, force: true })
  renameSync(path, elsewhere)
  symlinkSync(elsewhere, path)
}
const LINKS: [name: string, edit: (it: Forgery) => void, says: string][] = [
  ['a file', (it) => link(it, '1-3/prices.parquet'), '1-3/prices.parquet is no plain file'],
  ['the folder of a part', (it) => link(it, '1-3'), 'parquet is no plain file'],
  ['the manifest', (it) => link(it, 'manifest.json'), 'manifest.json is no plain file'],
  [
    'a link within the folder',
    (it) => {
      cpSync(join(it.snapshot, '1-3'), join(it.snapshot, '1-4'), { recursive: true })
      rmSync(join(it.snapshot, '1-3'), { recursive: true })
      symlinkSync('1-4', join(it.snapshot, '1-3'))
    },
    'parquet is no plain file',
  ],
  [
    'a folder in place of a file',
    (it) => {
      rmSync(join(it.snapshot, '1-3/prices.parquet'))
      mkdirSync(join(it.snapshot, '1-3/prices.parquet'))
    },
    '1-3/prices.parquet is no plain file',
  ],
]

export const HOSTILE_SNAPSHOTS: readonly HostileCase[] = [
  {
    name: 'manifest: a statement as a column',
    says: 'parts[0].files[0].columns is not that of prices: it has “coin) SELECT',
    edit: (it) =>
      it.file(
        set('columns', {
          [`coin) SELECT 'x'; SELECT 1 INTO OUTFILE '${it.canary}' FORMAT TSV; -- `]: 'String',
        }),
      ),
  },
  ...FILES.map(([name, edit, says]) => ({
    ...{ name: `file: ${name}`, says },
    edit: (it: Forgery) => it.file(edit),
  })),
  ...MANIFESTS.map(([name, edit, says]) => ({
    ...{ name: `manifest: ${name}`, says },
    edit: (it: Forgery) => it.manifest(edit),
  })),
  ...TEXTS.map(([name, edit, says]) => ({
    ...{ name: `text: ${name}`, says },
    edit: (it: Forgery) => it.text(edit),
  })),
  ...LINKS.map(([name, edit, says]) => ({
    ...{ name: `link: ${name}`, edit, says, only: 'folder' as const },
  })),
  {
    name: 'runs: columns in the manifest',
    says: 'columns is not that of runs: it has “id”',
    edit: (it) => it.file(set('columns', { id: 'UInt32' }), 'runs'),
  },
  {
    name: 'runs: more than the part has',
    says: 'rows is more than the part has runs',
    edit: (it) => it.file(set('rows', 4), 'runs'),
  },
  {
    name: 'manifest: 200 MB',
    says: 'more than 134217728 bytes',
    edit: (it) => truncateSync(join(it.snapshot, 'manifest.json'), 200 << 20),
  },
]
