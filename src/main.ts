import { setTimeout as sleep } from 'node:timers/promises'
import { inspect } from 'node:util'
import { pino } from 'pino'
import program from '../package.json' with { type: 'json' }
import { type Accounts, openAccounts } from './accounts/accounts.ts'
import { facts, mirrored, openSql, openStore, routes, sources } from './app.ts'
import { runAdapters } from './commands/adapters.ts'
import { BACKFILL_USAGE, runBackfill } from './commands/backfill.ts'
import { BACKUP_USAGE, runBackup } from './commands/backup.ts'
import { findingLines, findSetUpProblems } from './commands/checks/run-checks.ts'
import { CONFIG_USAGE, runConfig } from './commands/config.ts'
import { remoteOperations } from './commands/control-client.ts'
import { listenForCommands } from './commands/control-server.ts'
import { isInUse, makeDataDir, prepareDataDir } from './commands/data-dir.ts'
import { DEMO_USAGE, runDemo } from './commands/demo.ts'
import { DOCTOR_USAGE, parseDoctor, runDoctor } from './commands/doctor.ts'
import { explainFailure } from './commands/explain-failure.ts'
import { EXPORT_USAGE, runExport } from './commands/export.ts'
import { runFacts } from './commands/facts.ts'
import { HOOKS_USAGE } from './commands/hook-arguments.ts'
import { runHooks } from './commands/hooks.ts'
import { IMPORT_USAGE, runImport } from './commands/import.ts'
import { runKeys } from './commands/keys.ts'
import { MCP_USAGE, runMcp } from './commands/mcp.ts'
import { MIRROR_USAGE, runMirror } from './commands/mirror.ts'
import { mirrorTable } from './commands/mirror-table.ts'
import { localOperations, type Operations } from './commands/operations.ts'
import { PULL_USAGE, runPull } from './commands/pull.ts'
import { runQuality } from './commands/quality.ts'
import { QUALITY_USAGE } from './commands/quality-arguments.ts'
import { RESTORE_USAGE, runRestore } from './commands/restore.ts'
import { runRun } from './commands/run.ts'
import { EXIT_CODES_USAGE } from './commands/run-outcome.ts'
import { RUNS_USAGE, runRuns } from './commands/runs.ts'
import { runServe, SERVE_USAGE } from './commands/serve.ts'
import { runSnapshot, SNAPSHOT_USAGE } from './commands/snapshot.ts'
import { runSources } from './commands/sources.ts'
import { runSql, SQL_USAGE } from './commands/sql.ts'
import { runStatus } from './commands/status.ts'
import { finishOrStop, listenForStop } from './commands/stop.ts'
import { runVerify, VERIFY_USAGE } from './commands/verify.ts'
import { type GivenSetting, readGivenSettings, valuesOf } from './config/given-settings.ts'
import { type Config, readConfig } from './config.ts'
import { type Clock, createClock, toSec } from './lib/clock.ts'
import { UsageError } from './lib/errors.ts'
import { withoutControls } from './lib/without-controls.ts'
import { createLive } from './live.ts'
import type { Store } from './store/store.ts'

const HELP = `Almanac: onchain analytics that anyone can run.

  ${SERVE_USAGE}
  ${IMPORT_USAGE.replace('usage: ', '')}
  ${EXPORT_USAGE.replace('usage: ', '')}
  ${SQL_USAGE.replace('usage: ', '')}
  almanac import edgar <folder or zip…>   a regulator's bulk files: filings and figures of companies
  almanac import unlocks <paths…>         unlock schedules that people write
  ${MIRROR_USAGE.join('\n  ')}
  ${SNAPSHOT_USAGE.replace('usage: ', '')}               all facts and runs as Parquet; called again, what came since
  ${PULL_USAGE.replace('usage: ', '')}   makes and keeps a replica of another Almanac
  ${BACKUP_USAGE.replace('usage: ', '')}                 facts, runs, receipts and accounts; called again, what came since
  ${RESTORE_USAGE.replace('usage: ', '')}     a backup into an empty data directory; --verify only reads it
  ${MCP_USAGE}
  almanac facts [name…]                   what can be imported, column by column
  almanac keys create|list|rotate|revoke|usage   API keys
  ${Object.values(HOOKS_USAGE).join('\n  ')}
  almanac run <source> [--at TIME]        reads a source of data/protocols now, or the hour or day of a time
  almanac run --adapter <file> …          the same for a third-party adapter
  almanac adapters test <file> …          what an adapter says, priced and checked, without storing it
  almanac adapters check <collection>     which adapters of a checkout load, and why the others do not
  almanac sources                         public sources that can be fetched: state, terms, how to switch them on
  almanac sources fill <source>           the archives of a source, for its first fill; goes on where it was cut off
  almanac sources check <source>          how reference data such as data/chains.json differs from a source
  ${BACKFILL_USAGE.replace('usage: ', '')}
  ${VERIFY_USAGE.replace('usage: ', '')}
  ${Object.values(QUALITY_USAGE).join('\n  ')}
  ${DOCTOR_USAGE.replace('usage: ', '')}
  ${Object.values(RUNS_USAGE).join('\n  ')}
  ${DEMO_USAGE}
  ${CONFIG_USAGE.replace('usage: ', '')}
  almanac status                          what the store holds, and how live sources are doing

${EXIT_CODES_USAGE}
Settings are read from the environment and from almanac.json; README.md lists them.`

const declared = new Map(facts.map((fact) => [fact.name, fact]))
// Lines may hold names of files and services, and terminals obey control characters.
const print = (line: string): void => void process.stdout.write(`${withoutControls(line)}\n`)
const printError = (line: string): void => void process.stderr.write(`${withoutControls(line)}\n`)

/** Runs a command. Those that read sources resolve to an exit code. */
async function main([command, ...args]: string[]): Promise<unknown> {
  const given = readGivenSettings(process.env, process.cwd(), {
    ALMANAC_EXPLORER_DIR: process.env.ALMANAC_BUILT_EXPLORER,
  })
  const config = readConfig(valuesOf(given))
  switch (command) {
    case 'serve':
      return runServe(args, config, print)
    case 'mcp':
      return runMcp(args, config, {
        stdin: process.stdin,
        stdout: process.stdout,
        environment: process.env,
      })
    case 'import':
      return withStore(config, (operations) =>
        runImport(args, {
          ...operations,
          print,
          dataDir: config.dataDir,
          stderr: process.stderr,
          stdin: process.stdin,
        }),
      )
    case 'export':
      return withStore(config, (operations) =>
        runExport(args, {
          ...operations,
          print,
          dataDir: config.dataDir,
          stdout: process.stdout,
          stderr: process.stderr,
        }),
      )
    case 'sql':
      return withStore(config, (operations) =>
        runSql(args, { ...operations, print, stdout: process.stdout }),
      )
    case 'mirror':
      return withStore(config, (operations) =>
        runMirror(args, {
          ...operations,
          print,
          stderr: process.stderr,
          dataDir: config.dataDir,
          key: config.mirrorKey,
          table: mirrorTable(facts, mirrored),
          sleep,
        }),
      )
    case 'snapshot':
      return withStore(config, (operations) => runSnapshot(args, { ...operations, print }))
    case 'pull':
      return withStore(config, (operations) =>
        runPull(args, {
          ...operations,
          print,
          printError,
          dataDir: config.dataDir,
          key: config.pullKey,
          sleep,
        }),
      )
    case 'backup':
      return withStore(config, ({ writeSnapshot }) =>
        withAccounts(config, ({ database }, clock) => {
          const { version } = program
          const nowMs = clock.nowMs()
          const { objects, dataDir } = config
          const place = { objects, dataDir, print, facts: declared }
          return runBackup(args, { writeSnapshot, database, nowMs, version, ...place })
        }),
      )
    case 'restore':
      return withStore(config, (_, store) =>
        withAccounts(config, ({ database }) =>
          runRestore(args, {
            ...{ store, database, print, facts: declared },
            ...{ objects: config.objects, dataDir: config.dataDir },
          }),
        ),
      )
    case 'status':
      if (args.length > 0) throw new UsageError('usage: almanac status, without arguments')
      return withStore(config, (operations, store) =>
        runStatus(operations, store === undefined, print),
      )
    case 'runs':
      return withStore(config, (operations) => runRuns(args, operations, print))
    case 'demo':
      return withStore(config, (operations) => runDemo(args, operations, print))
    case 'run':
      return withStore(config, (operations) => runRun(args, { ...operations, print }))
    case 'adapters':
      return withStore(config, (operations) =>
        runAdapters(args, { ...operations, print, stderr: process.stderr }),
      )
    case 'backfill':
      return withStore(config, (operations) =>
        runBackfill(args, {
          ...operations,
          print,
          stderr: process.stderr,
          nowSec: toSec(createClock(config.clock).nowMs()),
        }),
      )
    case 'sources':
      return withStore(config, (operations) =>
        runSources(args, {
          ...operations,
          print,
          dataDir: config.dataDir,
          stderr: process.stderr,
        }),
      )
    case 'verify':
      return withStore(config, (operations) => runVerify(args, { ...operations, print }))
    case 'quality':
      return withStore(config, (operations) => runQuality(args, operations, print))
    case 'doctor':
      return examine(args, config, given)
    case 'config':
      return runConfig(args, given, print)
    case 'facts':
      return runFacts(args, facts, print)
    case 'hooks':
      return withAccounts(config, (accounts, clock) =>
        runHooks(args, { accounts, clock, print, facts: facts.map(({ name }) => name) }),
      )
    case 'keys':
      return withAccounts(config, (accounts, clock) => runKeys(args, accounts, print, clock))
    case undefined:
    case 'help':
    case '--help':
    case '-h':
      return print(HELP)
    default:
      printError(`There is no command "${command}".\n\n${HELP}`)
      return 1
  }
}

/** `almanac doctor`: the set-up first, because the store may not open without it. */
async function examine(
  args: string[],
  config: Config,
  given: ReadonlyMap<string, GivenSetting>,
): Promise<unknown> {
  const { repair } = parseDoctor(args)
  const findings = repair ? [] : await findSetUpProblems(config, given)
  for (const line of findingLines(findings)) print(line)
  const isWrong = findings.some(({ state }) => state === 'problem')
  // A server checks its tables itself.
  if (repair || config.storeUrl === undefined)
    await withStore(config, (operations, store) =>
      runDoctor({ repair }, { ...operations, isServing: store === undefined, print }),
    )
  return isWrong ? 1 : 0
}

/** Through the running server when there is one; else this process opens the data directory. */
async function withStore(
  config: Config,
  work: (operations: Operations, store: Store | undefined) => Promise<unknown>,
): Promise<unknown> {
  let code: unknown
  const run = async (operations: Operations, store?: Store) => {
    code = await work(operations, store)
  }
  const stop = listenForStop()
  if (config.storeUrl === undefined && (await isInUse(config.dataDir))) {
    const end = await finishOrStop(run(remoteOperations(config.dataDir)), stop)
    if (end === 'stopped') printError('Stopped waiting; the server goes on with it.')
    return code
  }
  if (config.storeUrl === undefined) await prepareDataDir(config.dataDir)
  let opening: Promise<Store> | undefined
  const working = withAccounts(config, (accounts, clock) => {
    opening = openStore(config, accounts, { stop, log: printError })
    return onOwnStore(config, { opening, clock, stop }, run)
  })
  if ((await finishOrStop(working, stop)) === 'done') return code
  // Leaving the process while the engine still works would crash it.
  await opening?.then((store) => store.close()).catch(() => undefined)
  printError('Stopped; a run that was not committed is removed at the next start.')
  return code
}

async function onOwnStore(
  config: Config,
  { opening, clock, stop }: { opening: Promise<Store>; clock: Clock; stop: AbortSignal },
  work: (operations: Operations, store: Store) => Promise<void>,
): Promise<void> {
  const store = await opening
  try {
    const live = await createLive(config, store, clock, pino({ level: 'silent' }))
    stop.addEventListener('abort', () => live.stop(), { once: true })
    const operations = localOperations({
      store,
      clock,
      sources,
      live,
      sql: openSql(config, store),
      mirror: { mirrored, routes },
    })
    // Listening also keeps a second process from opening the same directory.
    const control =
      config.storeUrl === undefined
        ? await listenForCommands(config.dataDir, operations)
        : undefined
    try {
      await work(operations, store)
    } finally {
      control?.close()
      await live.close()
    }
  } finally {
    await store.close()
  }
}

async function withAccounts(
  config: Config,
  work: (accounts: Accounts, clock: Clock) => Promise<void>,
): Promise<void> {
  makeDataDir(config.dataDir)
  const clock = createClock(config.clock)
  const defaults = { ratePerMinute: config.proRate, creditsPerMonth: config.proCredits }
  const accounts = await openAccounts({
    url: config.accountsUrl,
    dataDir: config.dataDir,
    clock,
    defaults,
  })
  try {
    await work(accounts, clock)
  } finally {
    await accounts.close()
  }
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

// Also what is thrown where nobody waits for it.
process.on('uncaughtException', fail)

try {
  const code = await main(process.argv.slice(2))
  process.exit(typeof code === 'number' ? code : 0)
} catch (error) {
  fail(error)
}
