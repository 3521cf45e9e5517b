import type { GivenSetting } from '../config/given-settings.ts'
import { findSetting, SETTINGS } from '../config/settings.ts'
import { alignColumns } from './align-columns.ts'
import { defineCommand } from './define-command.ts'

export const config = defineCommand({
  name: 'config',
  describe: 'every setting, its value and where it was set; no secrets',
  needs: 'nothing',
  run: (_, { given, print }) => {
    const names = new Set([...Object.keys(SETTINGS), ...[...given.keys()].toSorted()])
    const rows = [...names].map((name) => describe(name, given.get(name)))
    for (const line of alignColumns([['setting', 'value', 'source'], ...rows])) print(line)
  },
})

function describe(name: string, given: GivenSetting | undefined): string[] {
  const setting = findSetting(name)
  if (given !== undefined && setting !== undefined)
    return [name, setting.mask(given.value), given.source]
  const byDefault = setting?.byDefault
  return [name, byDefault === undefined || byDefault === '' ? 'unset' : byDefault, 'default']
}
