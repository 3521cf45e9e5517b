import { resolve } from 'node:path'
import type { CollectionCheck } from '../sources/adapters/check/check-collection.ts'
import { chainLine } from '../sources/adapters/detect-kind.ts'
import { parseWhole } from './adapter-request.ts'
import { tableLines } from './align-columns.ts'
import { defineCommand } from './define-command.ts'
import { flag, option } from './options.ts'
import { formatCount, withProgress } from './progress.ts'

const MAX_CHAINS_SHOWN = 20

export const checkAdapters = defineCommand({
  name: 'adapters check',
  usage: ['<collection>'],
  options: {
    sample: option('<number>', 'loads only this many', parseWhole),
    json: flag('prints everything as JSON'),
  },
  describe: 'which adapters of a checkout load, and why the others do not',
  needs: 'store',
  run: async ({ args: [folder], options: { sample = null, json } }, context) => {
    const found = await withProgress(context.stderr, ({ step }) =>
      context.operations.checkAdapters({
        folder: resolve(folder),
        sample,
        onProgress: ({ done, total }) =>
          step(`${formatCount(done)} of ${formatCount(total)} modules`, done, total),
      }),
    )
    if (json) context.print(JSON.stringify(found, null, 2))
    else for (const line of describeCheck(found)) context.print(line)
  },
})

function describeCheck(found: CollectionCheck): string[] {
  const { modules, loaded, withoutAdapter, missingChains } = found
  const share = modules === 0 ? 0 : Math.floor((loaded / modules) * 1000) / 10
  const causes = tableLines(found.causes, {
    'why it does not load': ({ cause }) => cause,
    modules: ({ modules: own }) => formatCount(own.length),
    'for example': ({ example }) => example,
  })
  return [
    ...tableLines(Object.entries(found.kinds), {
      shape: ([kind]) => kind,
      adapters: ([, count]) => formatCount(count),
    }),
    ...(found.causes.length === 0 ? [] : ['', ...causes]),
    ...describeMissing(missingChains),
    '',
    `${formatCount(loaded)} of ${formatCount(modules)} modules load (${share}%); ${formatCount(withoutAdapter)} other files hold no adapter`,
  ]
}

function describeMissing(missing: CollectionCheck['missingChains']): string[] {
  if (missing.length === 0) return []
  const more = missing.length - MAX_CHAINS_SHOWN
  return [
    '',
    'chains that data/chains.json lacks; the lines to add, with their chain ids and coins:',
    ...missing.slice(0, MAX_CHAINS_SHOWN).map(({ chain }) => `  ${chainLine(chain)},`),
    ...(more > 0 ? [`  and ${formatCount(more)} more (--json lists all)`] : []),
  ]
}
