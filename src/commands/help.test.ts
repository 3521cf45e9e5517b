import { expect, test } from 'vitest'
import { shownOptions } from './define-command.ts'
import { COMMANDS, FAMILIES, GROUPS } from './index.ts'
import { runLine } from './run-for-tests.ts'

const help = async (...args: string[]) => (await runLine(args, {})).lines

test('default: every command on one screen, in five groups', async () => {
  const lines = await help('help')
  expect(lines.length).toBeGreaterThanOrEqual(24)
  expect(lines.length).toBeLessThanOrEqual(40)
  expect(lines.filter((line) => line.length > 100)).toEqual([])
  const titles = GROUPS.map(({ title }) => `${title}:`)
  expect(titles).toEqual(['Run:', 'Data in:', 'Data out:', 'Trust:', 'Operate:'])
  expect(lines).toEqual(expect.arrayContaining(titles))
  for (const { name } of GROUPS.flatMap(({ entries }) => entries))
    expect(lines.some((line) => line.startsWith(`  ${name} `))).toBe(true)
  expect(await help()).toEqual(lines)
  expect(await help('--help')).toEqual(lines)
})

test.each(COMMANDS.map(({ name }) => name))('behavior: almanac %s --help', async (name) => {
  const lines = await help(...name.split(' '), '--help')
  expect(lines[0]).toMatch(new RegExp(`^usage: almanac ${name}`))
  expect(lines.filter((line) => line.length > 100)).toEqual([])
  expect(await help('help', ...name.split(' '))).toEqual(lines)
})

test('behavior: the help of a command has its options and examples', async () => {
  const lines = await help('help', 'import')
  expect(lines.join('\n')).toMatch(/^ {2}--set column=value +one value for a column of every row$/m)
  expect(lines).toContain('  almanac import prices prices.csv')
})

test('behavior: a family is listed by its first word', async () => {
  expect((await help('help', 'keys')).join('\n')).toMatch(/keys create .*\n.*keys list /)
})

test('behavior: names and options are unique, and each says what it does', () => {
  const names = COMMANDS.map(({ name }) => name)
  expect(new Set(names).size).toBe(names.length)
  expect(
    FAMILIES.flatMap(({ commands }) => commands).every((one) => names.includes(one.name)),
  ).toBe(true)
  for (const { options, describe } of COMMANDS)
    for (const text of [describe, ...Object.values(options).map((one) => one.describe)])
      expect(text).toMatch(/^\S.*[^.]$/)
})

test.each(['bash', 'zsh', 'fish'])(
  'behavior: completion for %s knows commands and options',
  async (shell) => {
    const text = (await runLine(['completion', shell], {})).lines.join('\n')
    for (const command of COMMANDS)
      for (const word of [
        command.name.split(' ').at(-1),
        ...shownOptions(command).map(([name]) => `--${name}`),
      ])
        expect(text).toContain(word)
  },
)
