import type { GivenSetting } from '../config/given-settings.ts'
import { findSetting, SETTINGS } from '../config/settings.ts'
import { UsageError } from '../lib/errors.ts'
import { alignColumns } from './align-columns.ts'

export const CONFIG_USAGE =
  'usage: almanac config                      every setting with its value and where it was set; secrets are masked'

/** `almanac config`: each setting, what it is here, and who says so. */
export async function runConfig(
  args: string[],
  given: ReadonlyMap<string, GivenSetting>,
  print: (line: string) => void,
): Promise<void> {
  if (args.length > 0) throw new UsageError(`${CONFIG_USAGE.split('  ')[0]}, without arguments`)
  const names = new Set([...Object.keys(SETTINGS), ...[...given.keys()].toSorted()])
  const rows = [...names].map((name) => describe(name, given.get(name)))
  for (const line of alignColumns([['setting', 'value', 'source'], ...rows])) print(line)
}

function describe(name: string, given: GivenSetting | undefined): string[] {
  const setting = findSetting(name)
  if (given !== undefined && setting !== undefined)
    return [name, setting.mask(given.value), given.source]
  const byDefault = setting?.byDefault
  return [name, byDefault === undefined || byDefault === '' ? 'unset' : byDefault, 'default']
}
