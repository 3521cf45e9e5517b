import { readdirSync, renameSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import type { HostileCase } from './hostile-snapshots.ts'
import type { Forgery } from './hostile-world.ts'

const set = (member: string, value: unknown) => (one: object) =>
  Object.assign(one, { [member]: value })

/** Edits the row of the first line that has one of a table. */
function editRow(table: string, edit: (row: Record<string, unknown>) => unknown) {
  return (lines: string[]) =>
    lines.map((line) => {
      const dumped = JSON.parse(line)
      if (dumped.table === table) edit(dumped.row)
      return JSON.stringify(dumped)
    })
}

const ACCOUNTS: [name: string, edit: (lines: string[]) => string[], says: string][] = [
  ['no JSON', (lines) => ['{', ...lines], 'line 1, is damaged: it is not valid JSON'],
  ['a table named __proto__', () => ['{"table":"__proto__","row":{}}'], 'a row of “__proto__”'],
  ['a table named constructor', () => ['{"table":"constructor","row":{}}'], '“constructor”'],
  ['a table that is not dumped', () => ['{"table":"leases","row":{}}'], 'a row of “leases”'],
  ['a statement as a table', () => [`{"table":"x; DROP","row":{}}`], 'a row of “x; DROP”'],
  ['a table as a number', () => ['{"table":1,"row":{}}'], 'table must be string'],
  ['a row as a list', () => ['{"table":"secrets","row":[]}'], 'row must be object'],
  ['a member twice', () => ['{"table":"a","table":"secrets","row":{}}'], 'two members named'],
  ['an unknown member', () => ['{"table":"secrets","row":{},"x":1}'], 'x is not a known member'],
  ['an unknown column', editRow('api_keys', set('x', 1)), 'row.x is not a known member'],
  ['a missing column', editRow('api_keys', set('hash', undefined)), 'row.hash is missing'],
  ['a number as text', editRow('api_keys', set('name', 7)), 'row.name has another form'],
  ['a text as number', editRow('api_keys', set('operator', '1')), 'row.operator has another form'],
  ['half a number', editRow('api_keys', set('operator', 0.5)), 'row.operator has another form'],
  ['an object as text', editRow('api_keys', set('name', {})), 'row.name has another form'],
]

const LISTS: [name: string, edit: Parameters<Forgery['list']>[0], says: string][] = [
  ['another format', set('format', 9), 'backup.json has format 9'],
  ['an unknown member', set('sql', 'SELECT 1'), 'sql is not a known member'],
  ['a version with a newline', set('version', '1\n2'), 'version has another form'],
  ['a time with a statement', set('at', "' OR 1"), 'at has another form'],
  ['another history', set('history', '0123456789abcdef'), 'are of different stores'],
  ['a run that is not there', set('run', 2), 'it has no run 2'],
  ['an absolute path', ({ accounts }) => set('path', '/etc/passwd')(accounts), 'accounts.path has'],
  [
    'a climbing path',
    ({ accounts }) => set('path', '../accounts-0123456789abcdef.ndjson')(accounts),
    'accounts.path has another form',
  ],
  ['other rows', ({ accounts }) => set('rows', 99)(accounts), 'rows instead of 99'],
  [
    'huge accounts',
    ({ accounts }) => set('bytes', 2 ** 40)(accounts),
    'bytes must be <= 524288000',
  ],
]

/** What only a restore reads. */
export const HOSTILE_BACKUPS: readonly HostileCase[] = [
  ...ACCOUNTS.map(([name, edit, says]) => ({
    ...{ name: `accounts: ${name}`, says, only: 'restore' as const },
    edit: (it: Forgery) => it.accounts(edit),
  })),
  ...LISTS.map(([name, edit, says]) => ({
    ...{ name: `list: ${name}`, says, only: 'restore' as const },
    edit: (it: Forgery) => it.list(edit),
  })),
  {
    name: 'accounts: a link',
    says: 'is no plain file of the folder',
    only: 'restore',
    edit: (it) => {
      const name = readdirSync(it.backup).find((one) => one.startsWith('accounts-')) ?? ''
      renameSync(join(it.backup, name), `${it.backup}-accounts`)
      symlinkSync(`${it.backup}-accounts`, join(it.backup, name))
    },
  },
]
