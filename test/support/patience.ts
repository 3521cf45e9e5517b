import { existsSync } from 'node:fs'

/**
 * How many times longer the engine may take than it should: more than once only under emulation
 * (scripts/emulation).
 */
export const PATIENCE =
  process.env.ALMANAC_EMULATION === 'exact' ? 20 : existsSync('node_modules/.emulation') ? 4 : 1
