import type { AnyFunction, Exports } from './call-module.ts'

/** A list of adapters with a function that makes each, as collections of daily figures have it. */
interface Factory {
  protocolList: string[]
  getAdapter: AnyFunction
}

/** A module whose factories are replaced by their entries; other members stay as they are. */
export async function withEntries(module: Exports): Promise<Exports> {
  const factories = listFactories(module)
  if (factories.length === 0) return module
  const entries: Record<string, unknown> = {}
  for (const { prefix, factory } of factories)
    for (const name of factory.protocolList)
      entries[`${prefix}${name}`] = await factory.getAdapter(name)
  return entries
}

/** `name` of a list or an object of adapters; `member:name` where a module has several lists. */
export async function findEntry(module: Exports, name: string): Promise<Exports | undefined> {
  for (const { prefix, factory } of listFactories(module)) {
    const own = name.startsWith(prefix) ? name.slice(prefix.length) : undefined
    if (own !== undefined && factory.protocolList.includes(own))
      return asEntry(await factory.getAdapter(own))
  }
  return Object.hasOwn(module, name) ? asEntry(await module[name]) : undefined
}

function listFactories(module: Exports): { prefix: string; factory: Factory }[] {
  const members = Object.entries(module).map(([member, value]) => [`${member}:`, value] as const)
  return [['', module] as const, ...members].flatMap(([prefix, value]) =>
    isFactory(value) ? [{ prefix, factory: value }] : [],
  )
}

function isFactory(value: unknown): value is Factory {
  const { protocolList, getAdapter } = (value ?? {}) as Partial<Factory>
  return (
    Array.isArray(protocolList) &&
    protocolList.every((name) => typeof name === 'string') &&
    typeof getAdapter === 'function'
  )
}

function asEntry(value: unknown): Exports | undefined {
  return typeof value === 'object' && value !== null ? (value as Exports) : undefined
}
