import { MovedError, notFound } from '../../../lib/errors.ts'
import { toSlug } from '../../../lib/slug.ts'
import { suggest } from '../../../lib/suggest.ts'
import type { Protocol, Registry } from '../../registry/public.ts'
import type { Schedule } from '../schedule.ts'

interface Named {
  id: string
  schedule: Pick<Schedule, 'name' | 'token' | 'aggregatorId' | 'protocolIds'>
}

const AGGREGATOR = 'aggregator:'

/** The protocol that a schedule is first of all for, if the registry knows it. */
export function findProtocol({ schedule }: Named, registry: Registry): Protocol | undefined {
  for (const id of schedule.protocolIds) {
    const protocol = registry.byId(id)
    if (protocol !== undefined) return protocol
  }
  return undefined
}

/** The aggregator's id of the token: the schedule's, the token's, or its protocol's. */
export function aggregatorIdOf(named: Named, registry: Registry): string | null {
  const { aggregatorId, token } = named.schedule
  const ofToken = token.startsWith(AGGREGATOR) ? token.slice(AGGREGATOR.length) : undefined
  return aggregatorId ?? ofToken ?? findProtocol(named, registry)?.aggregatorId ?? null
}

/** By `aggregator_id`, name, file, protocol or family, else 404 (unlocks.md#one-emission). */
export function getNamedEmission<E extends Named>(
  text: string,
  list: readonly E[],
  broken: ReadonlyMap<string, string>,
  registry: Registry,
): E {
  const slug = toSlug(text)
  const found =
    list.find((named) => aggregatorIdOf(named, registry)?.toLowerCase() === slug) ??
    list.find(({ schedule }) => toSlug(schedule.name) === slug) ??
    list.find(({ id }) => id.toLowerCase() === slug) ??
    findOfFamily(text, list, registry)
  if (found !== undefined) return found
  const problem = broken.get(text)
  if (problem !== undefined)
    throw notFound(
      `The schedule ${JSON.stringify(text)} was imported but cannot be used: ${problem.slice(0, 500)}.`,
    )
  const known = list.map((named) => aggregatorIdOf(named, registry) ?? toSlug(named.schedule.name))
  throw notFound(
    `No unlock schedule is known for ${JSON.stringify(text.slice(0, 60))}. GET /api/emissions lists those that are.`,
    suggest(slug, known),
  )
}

function findOfFamily<E extends Named>(
  text: string,
  list: readonly E[],
  registry: Registry,
): E | undefined {
  const byProtocol = (id: string) => list.find(({ schedule }) => schedule.protocolIds.includes(id))
  const protocol = findByAnyName(text, registry)
  if (protocol === undefined) return byProtocol(text)
  return (
    byProtocol(protocol.id) ??
    registry.childrenOf(protocol).flatMap(({ id }) => byProtocol(id) ?? [])[0]
  )
}

/** A protocol that has moved is told so; one that is not known may still be in a schedule. */
function findByAnyName(text: string, registry: Registry): Protocol | undefined {
  try {
    return registry.get(text)
  } catch (error) {
    if (error instanceof MovedError) throw error
    return undefined
  }
}
