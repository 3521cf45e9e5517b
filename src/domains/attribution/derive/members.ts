import {
  isDoubleCounted,
  isLiquidStaking,
  type Protocol,
  type Registry,
} from '../../registry/public.ts'
import { type OracleLink, secures } from './oracle-shares.ts'

/** A protocol and the groups its value is attributed to. */
export interface Member {
  id: string
  isDead: boolean
  category: string
  /** Parts of the plain value that are also shown by themselves. */
  parts: string[]
  /** Ids of the protocols it was forked from. */
  originals: string[]
  /** Ids of the parents among these and of these. */
  originalFamilies: string[]
  /** Links that secure its value. */
  oracleLinks: OracleLink[]
}

export interface Links {
  oracles: readonly (OracleLink & { protocol: string })[]
  forks: readonly { protocol: string; original: string }[]
}

/** Parts of a plain value that are shown besides it (attribution.md#categories-forks-oracles). */
export const PARTS = ['doublecounted', 'liquidstaking', 'dcAndLsOverlap'] as const

/** The category shown for a protocol that has none, so that categories add up to the whole. */
export const WITHOUT_CATEGORY = 'Others'

// attribution.md#categories-forks-oracles: chains and exchanges are no protocols of any category;
// what bridges hold is not secured by an oracle.
const HIDDEN = new Set(['Chain', 'CEX'])
const BRIDGES = new Set(['Bridge', 'Canonical Bridge', 'Cross Chain Bridge'])

/** Protocols in order of id with their groups (attribution.md#which-protocols-count). */
export function listMembers(registry: Registry, links: Links): Member[] {
  const oracleLinks = groupByProtocol(registry, links.oracles)
  const forkLinks = groupByProtocol(registry, links.forks)
  const shown = registry.listChildren().filter(({ category }) => !HIDDEN.has(category ?? ''))
  return shown
    .map((protocol): Member => {
      const originals = (forkLinks.get(protocol.id) ?? []).flatMap(
        ({ original }) => registry.byId(original) ?? [],
      )
      const families = originals.map((original) =>
        original.isParent ? original : registry.parentOf(original),
      )
      const isBridge = BRIDGES.has(protocol.category ?? '')
      return {
        id: protocol.id,
        isDead: protocol.deadFromSec !== null,
        category: protocol.category ?? WITHOUT_CATEGORY,
        parts: partsOf(protocol),
        originals: unique(originals.map(({ id }) => id)),
        originalFamilies: unique(families.flatMap((family) => family?.id ?? [])),
        oracleLinks: isBridge
          ? []
          : (oracleLinks.get(protocol.id) ?? []).filter(secures).map(plainLink),
      }
    })
    .sort((a, b) => (a.id < b.id ? -1 : 1))
}

function partsOf(protocol: Protocol): string[] {
  const [isDouble, isStaking] = [isDoubleCounted(protocol), isLiquidStaking(protocol)]
  const holds = {
    doublecounted: isDouble,
    liquidstaking: isStaking,
    dcAndLsOverlap: isDouble && isStaking,
  }
  return PARTS.filter((part) => holds[part])
}

/** A link of a parent is one of each of its children. */
function groupByProtocol<L extends { protocol: string }>(
  registry: Registry,
  links: readonly L[],
): Map<string, L[]> {
  const groups = new Map<string, L[]>()
  for (const link of links) {
    const named = registry.byId(link.protocol)
    const meant = named === undefined ? [] : named.isParent ? registry.childrenOf(named) : [named]
    for (const { id } of meant) groups.getOrInsert(id, []).push(link)
  }
  return groups
}

function plainLink({ oracle, type, chain, fromSec, untilSec }: OracleLink): OracleLink {
  return { oracle, type, chain, fromSec, untilSec }
}

function unique(ids: readonly string[]): string[] {
  return [...new Set(ids)].sort()
}

/** The members of each group, largest first; groups in order of name. */
export function groupMembers(
  members: readonly Member[],
  groupsOf: (member: Member) => readonly string[],
  sizeOf: (id: string) => number,
): Map<string, Member[]> {
  const groups = new Map<string, Member[]>()
  for (const member of members) {
    for (const group of new Set(groupsOf(member))) {
      groups.getOrInsert(group, []).push(member)
    }
  }
  for (const list of groups.values())
    list.sort((a, b) => sizeOf(b.id) - sizeOf(a.id) || (a.id < b.id ? -1 : 1))
  return new Map([...groups].sort(([a], [b]) => (a < b ? -1 : 1)))
}
