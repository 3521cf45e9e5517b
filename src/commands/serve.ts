import { ROLES } from '../config.ts'
import { UsageError } from '../lib/errors.ts'
import { defineCommand } from './define-command.ts'
import { flag, oneOf, option, withDefault } from './options.ts'

const MAX_WORKERS = 64

export const serve = defineCommand({
  name: 'serve',
  options: {
    'no-demo': flag('does not fill an empty store with the demo world'),
    role: option(
      ROLES.join('|'),
      'answers requests (api), writes facts (ingest), or both',
      oneOf(ROLES),
    ),
    workers: withDefault(1, 'N', 'processes that answer requests', readWorkers),
  },
  describe: 'runs the service until SIGTERM, then finishes open requests',
  details: [
    '--role and --workers need ALMANAC_STORE_URL: the embedded engine belongs to one process.',
  ],
  examples: ['serve --no-demo', 'serve --role api --workers 4'],
  needs: 'nothing',
  run: async ({ options, misuse }, { config, print }) => {
    const { role = config.role, workers } = options
    const needy = role !== 'all' ? `--role ${role}` : workers > 1 ? `--workers ${workers}` : null
    if (needy !== null && config.storeUrl === undefined)
      throw misuse(
        `${needy} needs ALMANAC_STORE_URL, since the embedded engine belongs to one process`,
      )
    const demo = options['no-demo'] ? 'off' : config.demo
    // The whole service is loaded for this command alone.
    const { serveUntilStopped } = await import('./serve-until-stopped.ts')
    return serveUntilStopped({ ...config, role, demo }, workers, print)
  },
})

function readWorkers(text: string, name: string): number {
  const workers = Number(text)
  if (!Number.isInteger(workers) || workers < 1 || workers > MAX_WORKERS)
    throw new UsageError(`${name} must be a number from 1 to ${MAX_WORKERS}, not "${text}"`)
  return workers
}
