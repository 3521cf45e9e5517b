import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { MAX_PICTURE_BYTES, PICTURES, PICTURES_FOLDER, THEMES } from '../scripts/picture-list.ts'
import { FILE_VARIABLE } from '../src/config/given-settings.ts'
import { FAMILIES, SETTINGS } from '../src/config/settings.ts'
import { domains } from '../src/domains/index.ts'
import { settingVariable } from '../src/live-fetches.ts'
import { ROOT } from './support/source-files.ts'

const read = (path: string): string => readFileSync(join(ROOT, path), 'utf8')

/** All first groups of a pattern, in order and without repetitions. */
function listMatches(text: string, pattern: RegExp): string[] {
  return [...new Set([...text.matchAll(pattern)].map(([, found = '']) => found))]
}

describe('commands', () => {
  const program = read('src/main.ts')
  const commands = listMatches(program, /^ {4}case '(\w+)':/gm).filter((name) => name !== 'help')

  test('behavior: the commands of the program are found', () => {
    expect(commands).toContain('serve')
    expect(commands.length).toBeGreaterThan(8)
  })

  test('behavior: the README of the commands and ARCHITECTURE list exactly these', () => {
    const inReadme = listMatches(read('src/commands/README.md'), /^\| `(\w+)` /gm)
    expect(inReadme.sort()).toEqual([...commands].sort())
    const [line = ''] = listMatches(read('ARCHITECTURE.md'), /main\.ts +command line: (.*)/g)
    expect(line.split(' · ').sort()).toEqual([...commands].sort())
  })

  test.each(commands)('behavior: the help and the files of the commands have %s', (name) => {
    const usages = read(`src/commands/${name}.ts`)
    const help = program.slice(program.indexOf('const HELP'), program.indexOf('const print'))
    expect(`${help}\n${usages}`).toContain(`almanac ${name}`)
    expect(help.includes(`almanac ${name}`) || help.includes(`${name.toUpperCase()}_USAGE`)).toBe(
      true,
    )
  })
})

describe('settings', () => {
  test('behavior: the table of the README lists every setting that is read, and no other', () => {
    const families = Object.values(FAMILIES).map(({ prefix, of }) => `${prefix}${of}`)
    const names = [FILE_VARIABLE, ...Object.keys(SETTINGS), ...families]
    const listed = listMatches(
      read('README.md'),
      /^\| `([A-Z0-9_]+(?:<CHAIN>|<NAME>_<SETTING>)?)` \|/gm,
    )
    expect(names.length).toBeGreaterThan(15)
    expect(listed.sort()).toEqual(names.sort())
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
