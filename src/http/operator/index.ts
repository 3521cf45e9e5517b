import { getKeyUsage } from './get-key-usage.ts'
import { keyRoutes } from './key-routes.ts'

/** Addresses for operators' keys, on the pro root. */
export const operatorRoutes = [...keyRoutes, getKeyUsage]

export const operatorTopic = {
  name: 'keys',
  description: 'API keys and their use, for keys that were made with `--operator`.',
}
