import { setTimeout as sleep } from 'node:timers/promises'
import { inspect } from 'node:util'
import { explainFailure } from './commands/explain-failure.ts'
import { COMMANDS } from './commands/index.ts'
import { runCommand } from './commands/run-command.ts'
import { createOpeners } from './commands/with-store.ts'
import { readGivenSettings, valuesOf } from './config/given-settings.ts'
import { readConfig } from './config.ts'
import { withoutControls } from './lib/without-controls.ts'

// Lines may hold names of files and services, and terminals obey control characters.
const print = (line: string): void => void process.stdout.write(`${withoutControls(line)}\n`)
const printError = (line: string): void => void process.stderr.write(`${withoutControls(line)}\n`)

function main(args: readonly string[]): Promise<number> {
  const { env: environment, stdin, stdout, stderr } = process
  const given = readGivenSettings(environment, process.cwd(), {
    ALMANAC_EXPLORER_DIR: environment.ALMANAC_BUILT_EXPLORER,
  })
  const config = readConfig(valuesOf(given))
  const streams = { stdin, stdout, stderr, print, printError }
  const declared = () => import('./app/declared.ts')
  const commands = COMMANDS
  const open = createOpeners({ config, given, environment, sleep, declared, commands, ...streams })
  return runCommand(args, open, print)
}

// A reader such as `head` may close the pipe early.
process.stdout.on('error', (error: NodeJS.ErrnoException) =>
  process.exit(error.code === 'EPIPE' ? 0 : 1),
)

/** Whatever ends the program is one line; a stack is for those who ask for it. */
function fail(error: unknown): never {
  printError(explainFailure(error))
  if (process.env.LOG_LEVEL === 'debug') printError(inspect(error))
  process.exit(1)
}

// Also what is thrown where no promise waits for it.
process.on('uncaughtException', fail)

try {
  process.exit(await main(process.argv.slice(2)))
} catch (error) {
  fail(error)
}
