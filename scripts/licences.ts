import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const ROOT = join(import.meta.dirname, '..')
export const LICENCES_PATH = join(ROOT, 'docs/licences.md')

interface LockedPackage {
  version?: string
  license?: string
  dev?: true
  link?: true
}

export interface LicensedPackage {
  name: string
  /** Its folder, below the root of the project. */
  path: string
  version: string
  licence: string
}

/** The packages that a start may install on any platform, by name, with what the lock file says. */
export function listLicences(): LicensedPackage[] {
  const lock = JSON.parse(readFileSync(join(ROOT, 'package-lock.json'), 'utf8')) as {
    packages: Record<string, LockedPackage>
  }
  return Object.entries(lock.packages)
    .filter(([path, { dev, link }]) => path.startsWith('node_modules/') && !dev && !link)
    .map(([path, { version = 'unknown', license = 'unknown' }]) => {
      const name = path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length)
      return { name, path, version, licence: license }
    })
    .sort((a, b) => (a.name + a.version < b.name + b.version ? -1 : 1))
}

/** The text of docs/licences.md. */
export function describeLicences(packages: readonly LicensedPackage[]): string {
  const counts = new Map<string, number>()
  for (const { licence } of packages) counts.set(licence, (counts.get(licence) ?? 0) + 1)
  const sums = [...counts].sort((a, b) => b[1] - a[1]).map(([name, count]) => `${count} ${name}`)
  const rows = packages.map(
    ({ name, version, licence }) => `| \`${name}\` | ${version} | ${licence} |`,
  )
  return [
    '# Licences of what ships',
    '',
    'Almanac itself is MIT ([LICENSE](../LICENSE)). A start installs these packages besides, those for other platforms left out; each brings the text of its licence in',
    '`node_modules`. Made by `npm run licences` from the lock file; a test fails when it is not current. Tools that only tests use are not listed.',
    '',
    `${packages.length} packages: ${sums.join(', ')}.`,
    '',
    '| package | version | licence |',
    '|---|---|---|',
    ...rows,
    '',
  ].join('\n')
}

if (import.meta.main) writeFileSync(LICENCES_PATH, describeLicences(listLicences()))
