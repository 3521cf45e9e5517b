import { type Parameter, whole } from '../../../http/parameters.ts'
import { invalidParameter, notFound } from '../../../lib/errors.ts'
import { toLookupKey } from '../../../lib/slug.ts'
import { chains } from '../../registry/public.ts'
import type { NamedLine } from '../derive/dominance.ts'
import { type Asset, type Assets, findLine, listLines } from '../read/assets.ts'

const LARGEST_ID = 999_999_999

/** The number of a stablecoin in a query; absent: all of them. */
export function stablecoinFilter() {
  const describe = 'Number of a stablecoin, as /stablecoins lists them: only this one. Absent: all.'
  return whole(describe, { min: 1, max: LARGEST_ID, byDefault: undefined, example: 1 })
}

/** The number of a stablecoin in a path. */
export function stablecoinNumber(): Parameter<number> {
  const optional = stablecoinFilter()
  const parse = (value: string | undefined, name: string): number => {
    const number = optional.parse(value, name)
    if (number === undefined) throw invalidParameter(name, 'is required.')
    return number
  }
  return { ...optional, describe: 'Number of a stablecoin, as /stablecoins lists them.', parse }
}

export function getAsset({ byId }: Assets, number: number): Asset {
  const asset = byId.get(String(number))
  if (asset === undefined)
    throw notFound(`No stablecoin has the number ${number}. GET /stablecoins lists them.`)
  return asset
}

const ALL_CHAINS = 'all'

/** The key of a chain with stablecoins, also of one that only facts know; none for `all`. */
export function getChainKey({ byId }: Assets, text: string): string | undefined {
  if (toLookupKey(text) === ALL_CHAINS) return undefined
  const known = new Set(
    [...byId.values()].flatMap(({ history }) => [...(history?.places.keys() ?? [])]),
  )
  const key = chains.getKey(text, known)
  if (!known.has(key))
    throw notFound(
      `${chains.nameOf(key)} has no stablecoin. GET /stablecoinchains lists the chains that have.`,
    )
  return key
}

/** Lines of all stablecoins or the requested one, over all chains or one; 404 without supply. */
export function getLines(
  assets: Assets,
  chain: string | undefined,
  number: number | undefined,
): NamedLine[] {
  if (number === undefined) return listLines(assets, chain)
  const asset = getAsset(assets, number)
  const line = findLine(asset, assets.present, chain)
  if (line !== undefined) return [line]
  throw notFound(
    `${asset.about.name} has no supply record${chain === undefined ? '' : ` on ${chains.nameOf(chain)}`}.`,
  )
}
