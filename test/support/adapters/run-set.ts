import { mapConcurrently } from '../../../src/lib/batches.ts'
import { openAdapter } from '../../../src/sources/adapters/adapter-source.ts'
import type { Amount, Observations } from '../../../src/sources/model/observations.ts'
import type { Checkout } from './checkout.ts'
import { MODULE_SET, type SetModule } from './module-set.ts'
import type { ModuleWorld } from './module-world.ts'
import { adapterOptions } from './options.ts'

const PARALLEL = 2

/** The files of the set, with the addresses of the chain written at the top of each. */
export function setFiles({ addresses }: Pick<ModuleWorld, 'addresses'>): Record<string, string> {
  const named = Object.entries(addresses).map(([name, address]) => `const ${name} = '${address}'\n`)
  return Object.fromEntries(
    MODULE_SET.map((one) => [fileOf(one), `${named.join('')}\n${one.code}\n`]),
  )
}

function fileOf({ kind, name }: SetModule): string {
  return `${kind === 'tvl' ? 'projects' : 'dexs'}/${name.replaceAll(/\W+/g, '-')}.js`
}

/** Section or figure → amounts by coin, or why there are none. */
export type SetResponse = Record<string, Record<string, string>> | { error: string }

/** Runs every module of the set; amounts by the names that the set gives to coins. */
export async function runSet(
  checkout: Checkout,
  world: ModuleWorld,
): Promise<Map<string, SetResponse>> {
  const names = new Map(
    Object.entries(world.addresses).map(([name, address]) => [
      `ethereum:${address.toLowerCase()}`,
      name,
    ]),
  )
  const responses = new Map<string, SetResponse>()
  await mapConcurrently(MODULE_SET, PARALLEL, async (one) => {
    responses.set(one.name, await runOne(checkout, world, { one, names }))
  })
  return responses
}

async function runOne(
  checkout: Checkout,
  world: ModuleWorld,
  { one, names }: { one: SetModule; names: ReadonlyMap<string, string> },
): Promise<SetResponse> {
  try {
    const options = adapterOptions({ nodes: new Set(['ethereum']) })
    const source = await openAdapter(checkout.path(fileOf(one)), options)
    const { observations } = await source.collect(world.timestamp)
    return sumByCoin(observations, names)
  } catch (error) {
    return { error: error instanceof Error ? error.message : String(error) }
  }
}

function sumByCoin(
  { holdings, flows }: Observations,
  names: ReadonlyMap<string, string>,
): Record<string, Record<string, string>> {
  const sums: Record<string, Record<string, string>> = {}
  const add = (part: string, amount: Amount | { count: number }) => {
    if ('count' in amount) return
    const coin = 'coin' in amount ? (names.get(amount.coin) ?? amount.coin) : 'usd'
    // SDKs write dollars as amounts of a dollar coin.
    const key = coin === 'aggregator:tether' ? 'usd' : coin
    sums[part] ??= {}
    const sum = Number(sums[part][key] ?? 0) + numberOf(amount)
    sums[part][key] = String(Number(sum.toPrecision(12)))
  }
  for (const { section, amount } of holdings) add(section, amount)
  for (const { dataType, amount } of flows) add(dataType, amount)
  return sums
}

function numberOf(amount: Amount): number {
  return 'usd' in amount ? amount.usd : 'raw' in amount ? Number(amount.raw) : amount.tokens
}
