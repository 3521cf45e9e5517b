import { writeFile } from 'node:fs/promises'
import { printTable } from './align-columns.ts'
import type { Family } from './context.ts'
import { defineCommand } from './define-command.ts'
import { summaryLines } from './import-lines.ts'
import { option } from './options.ts'
import { formatCount, withProgress } from './progress.ts'
import type { SourceState } from './source-operations.ts'
import { spellSec } from './times.ts'

const KEY_TEXTS = { none: 'not needed', optional: 'optional', required: 'needed' } as const

const listSources = defineCommand({
  name: 'sources',
  describe: 'public sources that can be fetched: state, terms, how to switch them on',
  needs: 'store',
  run: async (_, { operations, print }) => showSources(await operations.listSources(), print),
})

const fill = defineCommand({
  name: 'sources fill',
  usage: ['<source>'],
  describe: 'the archives of a source, for its first fill; continues where it was interrupted',
  needs: 'store',
  run: async ({ args: [source] }, { operations, config: { dataDir }, stderr, print }) => {
    const summary = await withProgress(stderr, ({ onUpdate }) =>
      operations.fillSource({ source, dataDir, onProgress: onUpdate }),
    )
    for (const line of summaryLines(source, summary)) print(line)
  },
})

const check = defineCommand({
  name: 'sources check',
  usage: ['<source>'],
  options: { write: option('<file>', 'writes the corrected reference data to this file') },
  describe: 'how reference data such as data/chains.json differs from a source',
  needs: 'store',
  run: async ({ args: [source], options: { write: path } }, { operations, print }) => {
    const { compared, differences, corrected } = await operations.checkSource({ source })
    for (const line of differences) print(line)
    print(`${formatCount(compared)} compared, ${formatCount(differences.length)} differences`)
    if (path === undefined) return
    await writeFile(path, corrected)
    print(`${path} has what the source says; compare it before you use it`)
  },
})

export const sources: Family = {
  name: 'sources',
  describe: 'public sources: state, terms, keys; their archives',
  commands: [listSources, fill, check],
}

function showSources(sources: readonly SourceState[], print: (line: string) => void): void {
  printTable(print, sources, {
    source: ({ name }) => name,
    state: ({ state }) => state,
    'last success': ({ lastSuccessSec }) => spellSec(lastSuccessSec),
    'next cycle': ({ nextSec }) => spellSec(nextSec),
    key: ({ key }) => KEY_TEXTS[key],
  })
  const on = sources
    .filter(({ state }) => state !== 'off' && state !== 'only compared')
    .map(({ name }) => name)
  for (const source of sources) for (const line of detailsOf(source, on)) print(line)
}

function detailsOf(
  { name, describe, state, facts, terms, problem, settings }: SourceState,
  on: readonly string[],
): string[] {
  const switchOn = `  To switch it on: ALMANAC_SOURCES=${[...on, name].join(',')}`
  return [
    '',
    `${name}: ${describe}${facts.length > 0 ? ` (${facts.join(', ')})` : ''}`,
    `  Terms: ${terms}`,
    ...(problem === null ? [] : [`  Problem: ${problem}`]),
    ...(state === 'off' ? [switchOn] : []),
    ...(state === 'only compared' ? [`  To compare: almanac sources check ${name}`] : []),
    ...settings.map(
      ({ variable, describe: meaning, byDefault, isSet }) =>
        `  ${variable}${isSet ? ' (set)' : ''}: ${meaning}${byDefault === null ? '' : `; by default ${byDefault}`}`,
    ),
  ]
}
