import type { Command } from './context.ts'
import { defineCommand, shownOptions } from './define-command.ts'
import { oneOf } from './options.ts'

const SHELLS = ['bash', 'zsh', 'fish'] as const

export const completion = defineCommand({
  name: 'completion',
  usage: ['<bash|zsh|fish>'],
  describe: 'completion of command lines for a shell',
  examples: ['completion bash > /etc/bash_completion.d/almanac'],
  needs: 'nothing',
  run: ({ args: [given] }, { commands, print }) => {
    const shell = oneOf(SHELLS)(given, 'the shell')
    if (shell === 'zsh') print('autoload -U +X bashcompinit && bashcompinit')
    for (const line of shell === 'fish' ? fish(commands) : bash(commands)) print(line)
  },
})

/** The words that may follow what was typed. */
function listWords(commands: readonly Command[]): [typed: string, words: string[]][] {
  const words = new Map<string, Set<string>>([['', new Set(['help'])]])
  const add = (typed: string, word: string) =>
    words.set(typed, (words.get(typed) ?? new Set()).add(word))
  for (const command of commands) {
    const { name } = command
    const [first = '', second] = name.split(' ')
    add('', first)
    if (second !== undefined) add(first, second)
    for (const [option] of shownOptions(command)) add(name, `--${option}`)
    add(name, '--help')
  }
  return [...words].map(([typed, found]) => [typed, [...found]])
}

/** Files are completed where nothing else is. */
function bash(commands: readonly Command[]): string[] {
  // Two typed words are looked for before their first one alone.
  const longestFirst = listWords(commands).toSorted(([a], [b]) => b.length - a.length)
  return [
    '_almanac() {',
    '  local words=""',
    // biome-ignore lint/suspicious/noTemplateCurlyInString: it is the shell's.
    '  case " ${COMP_WORDS[*]:1:COMP_CWORD-1} " in',
    ...longestFirst.map(([typed, words]) =>
      typed === ''
        ? `    '  ') words="${words.join(' ')}" ;;`
        : `    ' ${typed} '*) words="${words.join(' ')}" ;;`,
    ),
    '  esac',
    // biome-ignore lint/suspicious/noTemplateCurlyInString: it is the shell's.
    '  COMPREPLY=($(compgen -W "$words" -- "${COMP_WORDS[COMP_CWORD]}"))',
    '}',
    'complete -o default -F _almanac almanac',
  ]
}

function fish(commands: readonly Command[]): string[] {
  return listWords(commands).map(([typed, words]) => {
    const seen = typed.split(' ').map((word) => `__fish_seen_subcommand_from ${word}`)
    const condition = typed === '' ? '__fish_use_subcommand' : seen.join('; and ')
    return `complete -c almanac -n '${condition}' -a '${words.join(' ')}'`
  })
}
