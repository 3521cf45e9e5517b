import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { MAX_PICTURE_BYTES, PICTURES, PICTURES_FOLDER, THEMES } from '../scripts/picture-list.ts'
import { usageOf } from '../src/commands/define-command.ts'
import { COMMANDS, GROUPS } from '../src/commands/index.ts'
import { FILE_VARIABLE } from '../src/config/given-settings.ts'
import { FAMILIES, SETTINGS } from '../src/config/settings.ts'
import { domains } from '../src/domains/index.ts'
import { settingVariable } from '../src/live-fetches.ts'
import { listFiles, ROOT } from './support/source-files.ts'

// `node scripts/test.mjs test/docs.test.ts -u` writes both files anew.
const COMMANDS_INTRODUCTION = [
  '# Commands',
  '',
  '`npm run almanac -- <command>` runs one; `almanac help <command>` has its options and examples, and `almanac completion bash|zsh|fish` completes',
  'command lines. `run` and `backfill` have exit codes of their own ([quality.md](quality.md)). This file is generated from the declarations in `src/commands`.',
  '',
]
const SETTINGS_INTRODUCTION = [
  '# Configuration',
  '',
  'Settings are environment variables, or members of the same names in a file `almanac.json` in the working directory; the environment wins. An',
  'invalid value stops the start with one line that names it. `almanac config` prints every setting with its value and where it was set, secrets',
  'masked. This file is generated from the declarations in `src/config/settings.ts`.',
  '',
  '```json',
  '{ "PORT": 8080, "ALMANAC_DEMO": "off", "ALMANAC_RPC_ETHEREUM": ["http://10.0.0.5:8545", "http://10.0.0.6:8545"] }',
  '```',
  '',
  '| setting | default | meaning |',
  '|---|---|---|',
]

const read = (path: string): string => readFileSync(join(ROOT, path), 'utf8')

/** All first groups of a pattern, in order and without repetitions. */
function listMatches(text: string, pattern: RegExp): string[] {
  return [...new Set([...text.matchAll(pattern)].map(([, found = '']) => found))]
}

describe('commands', () => {
  test('behavior: docs/commands.md is the table of the declarations', async () => {
    const tables = GROUPS.flatMap(({ title, entries }) => [
      `## ${title}`,
      '',
      '| command | what it does |',
      '|---|---|',
      ...entries
        .flatMap((entry) => ('commands' in entry ? entry.commands : [entry]))
        .map((one) => `| \`${usageOf(one).replaceAll('|', '\\|')}\` | ${one.describe} |`),
      '',
    ])
    await expect([...COMMANDS_INTRODUCTION, ...tables].join('\n')).toMatchFileSnapshot(
      join(ROOT, 'docs/commands.md'),
    )
  })

  test('behavior: ARCHITECTURE lists exactly these', () => {
    const names = new Set(COMMANDS.map(({ name }) => name.split(' ')[0]))
    const [line = ''] = listMatches(read('ARCHITECTURE.md'), /main\.ts +command line: (.*)/g)
    expect(line.split(' · ').sort()).toEqual([...names].sort())
  })
})

describe('settings', () => {
  test('behavior: docs/configuration.md lists every setting that is read, and no other', async () => {
    const families = Object.values(FAMILIES).map(
      ({ prefix, of, describe, shownDefault }) =>
        [`${prefix}${of}`, shownDefault, describe] as const,
    )
    const single = Object.entries(SETTINGS).map(
      ([name, { byDefault, shownDefault, describe }]) =>
        [name, shownDefault ?? `\`${byDefault}\``, describe] as const,
    )
    const file = 'path of the file of settings'
    const rows = [[FILE_VARIABLE, '`almanac.json`, if there is one', file], ...single, ...families]
    const table = rows.map(([name, byDefault, text]) => `| \`${name}\` | ${byDefault} | ${text} |`)
    await expect([...SETTINGS_INTRODUCTION, ...table, ''].join('\n')).toMatchFileSnapshot(
      join(ROOT, 'docs/configuration.md'),
    )
    expect(single.length).toBeGreaterThan(15)
  })
})

describe('public sources', () => {
  const sources = domains.flatMap((domain) => domain.fetches ?? [])
  const guide = read('docs/sources.md')

  test('behavior: the guide lists every source with its facts, key and variables', () => {
    const rows = sources.map(({ name, facts, key }) => {
      const written = facts.map((fact) => `\`${fact.name}\``).join(', ')
      const needed = { none: 'no', optional: 'optional', required: 'yes' }[key]
      return `| \`${name}\` | ${written === '' ? 'none: only compared' : written} | ${needed} |`
    })
    const listed = guide
      .split('\n')
      .filter((line) => /^\| `[a-z-]+` \| (`|none)/.test(line))
      .map((line) => `${line.split(' | ').slice(0, 3).join(' | ')} |`)
    expect(listed.sort()).toEqual(rows.sort())
  })

  test('behavior: the guide names every setting, and no other', () => {
    const variables = sources.flatMap((source) =>
      source.settings.map(({ name }) =>
        source.name.startsWith('perps-')
          ? 'ALMANAC_SOURCE_PERPS_<VENUE>_URL'
          : settingVariable(source, name),
      ),
    )
    const named = listMatches(guide, /`(ALMANAC_SOURCE_[A-Z_<>]+)`/g)
    expect(named.sort()).toEqual([...new Set(variables)].sort())
  })
})

describe('benchmarks', () => {
  test('behavior: the README of the benchmarks lists every suite, in their order', () => {
    const [suites = ''] = listMatches(read('bench/main.ts'), /^const SUITES = \{([^}]*)\}/gm)
    const names = listMatches(suites, /(\w+),/g)
    expect(names.length).toBeGreaterThan(15)
    expect(listMatches(read('bench/README.md'), /^\| `(\w+)` /gm)).toEqual(names)
  })
})

describe('pictures', () => {
  const names = PICTURES.flatMap(({ name }) => THEMES.map((theme) => `${name}-${theme}.webp`))

  test('behavior: each page is there in both themes, small enough, and nothing else', () => {
    expect(readdirSync(PICTURES_FOLDER).sort()).toEqual([...names].sort())
    const sizes = names.map((name) => statSync(join(PICTURES_FOLDER, name)).size)
    expect(Math.max(...sizes)).toBeLessThanOrEqual(MAX_PICTURE_BYTES)
  })

  test('behavior: the guide shows all of them, and the README only those that exist', () => {
    const shown = (path: string) => listMatches(read(path), /"(?:docs\/)?pictures\/([^"]+)"/g)
    expect(shown('docs/explorer.md').sort()).toEqual([...names].sort())
    expect(shown('README.md').length).toBeGreaterThan(0)
    expect(shown('README.md').filter((name) => !names.includes(name))).toEqual([])
  })
})

test('behavior: test/README.md says what each long file guards', () => {
  const long = ['src', 'test', 'packages']
    .flatMap((folder) => listFiles(folder, ['.slow.test.ts']))
    .map((path) => path.replace('.slow.test.ts', ''))
  const readme = readFileSync(join(ROOT, 'test/README.md'), 'utf8')
  const rows = [...readme.matchAll(/^\| `([\w/-]+\/[\w/-]+)` +\|/gm)].map(([, name = '']) => name)
  expect(rows.toSorted()).toEqual(long.toSorted())
})
