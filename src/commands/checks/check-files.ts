import { X509Certificate } from 'node:crypto'
import { accessSync, constants, existsSync, readFileSync, statSync } from 'node:fs'
import type { GivenSetting } from '../../config/given-settings.ts'
import { hidden, maskedUrls } from '../../config/mask.ts'
import { findSetting } from '../../config/settings.ts'
import type { Config } from '../../config.ts'
import { readTls } from '../../http/server/read-tls.ts'
import { DAY_SEC } from '../../lib/clock.ts'
import { type Finding, ok, problem, reasonOf, warning } from './finding.ts'

const OTHERS = 0o077
const CERTIFICATE_DAYS = 14

/** Where settings come from, and whether others may read those that are secret. */
export function checkSettings(given: ReadonlyMap<string, GivenSetting>): Finding[] {
  const sources = new Set([...given.values()].map(({ source }) => source))
  const findings = [
    ok('settings', `${given.size} set (${[...sources].join(', ') || 'none: all are defaults'})`),
  ]
  for (const file of [...sources].filter((source) => existsSync(source))) {
    const holdsSecret = [...given].some(
      ([name, { source, value }]) => source === file && hasSecret(name, value),
    )
    if (holdsSecret && (statSync(file).mode & OTHERS) !== 0)
      findings.push(
        warning('settings', `${file} holds secrets and others may read it`, `chmod 600 ${file}`),
      )
  }
  return findings
}

function hasSecret(name: string, value: string): boolean {
  const mask = findSetting(name)?.mask
  return mask === hidden || (mask === maskedUrls && mask(value).includes('***'))
}

export function checkDataDir({ dataDir }: Pick<Config, 'dataDir'>): Finding[] {
  const about = 'data directory'
  if (!existsSync(dataDir)) return [ok(about, `${dataDir} will be made at the first start`)]
  try {
    accessSync(dataDir, constants.R_OK | constants.W_OK | constants.X_OK)
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    const advice = 'Start as its owner, or set ALMANAC_DATA_DIR to a directory of yours.'
    return [problem(about, `${dataDir} cannot be written (${code})`, advice)]
  }
  if ((statSync(dataDir).mode & OTHERS) === 0) return [ok(about, dataDir)]
  const text = `${dataDir} can be entered by others; it holds the accounts and the command socket`
  return [warning(about, text, `chmod 700 ${dataDir}`)]
}

export function checkCertificate(config: Pick<Config, 'tls'>, nowMs: number): Finding[] {
  if (config.tls === undefined) return []
  try {
    readTls(config.tls)
    const { validToDate } = new X509Certificate(readFileSync(config.tls.certFile))
    const daysLeft = Math.floor((validToDate.getTime() - nowMs) / 1000 / DAY_SEC)
    const text = `valid until ${validToDate.toISOString().slice(0, 10)}`
    if (daysLeft >= CERTIFICATE_DAYS) return [ok('certificate', text)]
    const advice = 'Renew it and start the service again.'
    return [
      daysLeft < 0
        ? problem('certificate', `ran out: ${text}`, advice)
        : warning('certificate', text, advice),
    ]
  } catch (error) {
    return [problem('certificate', reasonOf(error), 'Name a certificate and its key in PEM form.')]
  }
}
