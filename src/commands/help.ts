import type { Command, Family } from './context.ts'
import { shownOptions, spellOption, usageOf } from './define-command.ts'
import { FAMILIES, GROUPS } from './index.ts'
import { EXIT_CODES_USAGE } from './run-outcome.ts'

const WIDTH = 100
const MAX_LEFT = 36

/** All commands on one screen, in groups. */
export function groupedHelp(): string[] {
  return [
    'Almanac: onchain analytics that anyone can run. Usage: almanac <command> [options]',
    ...GROUPS.flatMap(({ title, entries }) => ['', `${title}:`, ...columns(entries.map(entryRow))]),
    '',
    '`almanac help <command>` has its options and examples; `almanac config` lists the settings.',
    ...wrap(EXIT_CODES_USAGE),
  ]
}

/** Everything about one command. */
export function commandHelp(command: Command): string[] {
  const { name, describe, details, examples } = command
  const rows = shownOptions(command).map(([option, declared]): [string, string] => {
    const short = declared.short === undefined ? '' : `-${declared.short}, `
    return [`${short}${spellOption(option, declared)}`, declared.describe]
  })
  const family = FAMILIES.find(({ commands }) => commands.some((one) => one.name === name))
  const siblings = family?.commands.filter((one) => one !== command) ?? []
  return [
    ...wrap(`usage: ${usageOf(command)}`, 7),
    '',
    ...wrap(`${describe}.`),
    ...details.flatMap((line) => wrap(line)),
    '',
    'Options:',
    ...columns([...rows, ['-h, --help', 'shows this']]),
    ...(examples.length === 0 ? [] : ['', 'Examples:']),
    ...examples.map((line) => `  almanac ${line}`),
    ...(siblings.length === 0
      ? []
      : ['', `See also: ${siblings.map((one) => one.name).join(', ')}`]),
  ]
}

export function familyHelp({ name, describe, commands }: Family): string[] {
  return [
    `almanac ${name}: ${describe}`,
    '',
    ...columns(commands.map((one) => [one.name, one.describe])),
    '',
    `\`almanac help ${name} <word>\` has its options and examples.`,
  ]
}

/** `keys create|list|rotate`, or `import <fact> <files…>`, as far as there is room. */
function entryRow(entry: Command | Family): [string, string] {
  const { name, describe } = entry
  const words =
    'commands' in entry
      ? entry.commands.flatMap((one) => one.name.slice(name.length + 1) || []).join('|')
      : entry.usage.join(' ')
  const long = `${name} ${words}`.trimEnd()
  const short = 'commands' in entry ? `${name} …` : name
  return [long.length > MAX_LEFT ? short : long, describe]
}

function columns(rows: readonly (readonly [string, string])[]): string[] {
  const left = Math.min(MAX_LEFT, Math.max(...rows.map(([name]) => name.length)))
  return rows.flatMap(([name, text]) => {
    const lines = wrap(text, 0, WIDTH - left - 4).map((line) => `${' '.repeat(left + 4)}${line}`)
    const [first = '', ...more] = lines
    return name.length > left
      ? [`  ${name}`, ...lines]
      : [`  ${name.padEnd(left)}  ${first.trimStart()}`, ...more]
  })
}

function wrap(text: string, indent = 0, width = WIDTH): string[] {
  const lines: string[] = []
  let line = ''
  for (const word of text.split(' ')) {
    if (line !== '' && line.length + 1 + word.length > width) {
      lines.push(line)
      line = `${' '.repeat(indent)}${word}`
    } else line = line === '' ? word : `${line} ${word}`
  }
  return [...lines, line]
}
