import { openAccounts } from '../../accounts/accounts.ts'
import type { GivenSetting } from '../../config/given-settings.ts'
import type { Config } from '../../config.ts'
import { createClock } from '../../lib/clock.ts'
import { listChainSettings } from '../../live.ts'
import { listFetches } from '../../live-fetches.ts'
import { alignColumns } from '../align-columns.ts'
import { isInUse, makeDataDir } from '../data-dir.ts'
import { checkCertificate, checkDataDir, checkSettings } from './check-files.ts'
import { checkKeys, checkSources } from './check-keys.ts'
import { checkDatabaseClock, checkDisk, checkVersions } from './check-machine.ts'
import { checkNodes, checkPorts, checkServers } from './check-network.ts'
import { type Finding, problem, reasonOf } from './finding.ts'

/** Everything around the store that can be wrong, checked; none of it stops the others. */
export async function findSetUpProblems(
  config: Config,
  given: ReadonlyMap<string, GivenSetting>,
): Promise<Finding[]> {
  const nowMs = Date.now()
  const checks: (() => Finding[] | Promise<Finding[]>)[] = [
    () => checkSettings(given),
    () => checkVersions(config),
    () => checkDataDir(config),
    () => checkDisk(config),
    () => checkCertificate(config, nowMs),
    async () => checkPorts(config, await isInUse(config.dataDir)),
    () => checkServers(config),
    () => checkAccounts(config, nowMs),
    () => checkSources(listFetches(config)),
    () => checkNodes(listChainSettings(config.nodes, config.nodeQuorum)),
  ]
  const findings: Finding[] = []
  for (const check of checks)
    findings.push(
      ...(await Promise.resolve()
        .then(check)
        .catch((error: unknown) => [problem('set-up', reasonOf(error), 'Change that setting.')])),
    )
  return findings
}

async function checkAccounts(config: Config, nowMs: number): Promise<Finding[]> {
  makeDataDir(config.dataDir)
  const accounts = await openAccounts({
    url: config.accountsUrl,
    dataDir: config.dataDir,
    clock: createClock(config.clock),
    defaults: { ratePerMinute: config.proRate, creditsPerMonth: config.proCredits },
  })
  try {
    // A file in the data directory goes by the clock of this machine.
    const isElsewhere = config.accountsUrl !== undefined
    const clock = isElsewhere ? await checkDatabaseClock(accounts.database, Date.now()) : []
    return [...clock, ...(await checkKeys(accounts, nowMs))]
  } finally {
    await accounts.close()
  }
}

/** The findings as lines; what to do stands under each. */
export function findingLines(findings: readonly Finding[]): string[] {
  const rows = alignColumns(findings.map(({ state, about, text }) => [state, about, text]))
  return findings.flatMap(({ advice }, index) => [
    rows[index] ?? '',
    ...(advice === undefined ? [] : [`         → ${advice}`]),
  ])
}
