import categoryData from '../../../data/categories.json' with { type: 'json' }
import { MovedError, notFound } from '../../lib/errors.ts'
import { toSlug } from '../../lib/slug.ts'
import { suggest } from '../../lib/suggest.ts'
import type { RowOf } from '../../store/fact.ts'
import type { protocols } from './facts.ts'

export type ProtocolRow = Omit<RowOf<typeof protocols>, 'atSec'>

export interface Protocol extends ProtocolRow {
  slug: string
  isParent: boolean
}

/** All protocols, found by slug, by `parent#…` id or by number, with their families. */
export class Registry {
  readonly #byId = new Map<string, Protocol>()
  readonly #bySlug = new Map<string, Protocol>()
  readonly #byPreviousSlug = new Map<string, Protocol>()
  readonly #children = new Map<string, Protocol[]>()

  constructor(rows: readonly ProtocolRow[]) {
    const ordered = rows.map(
      (row): Protocol => ({ ...row, slug: slugOf(row), isParent: row.id.startsWith('parent#') }),
    )
    for (const protocol of ordered) {
      this.#byId.set(protocol.id, protocol)
      // A parent owns the plain slug: its children carry a version in theirs.
      if (protocol.isParent || !this.#bySlug.has(protocol.slug))
        this.#bySlug.set(protocol.slug, protocol)
      for (const name of protocol.previousNames) this.#byPreviousSlug.set(toSlug(name), protocol)
      if (protocol.parent !== null)
        this.#children.set(protocol.parent, [
          ...(this.#children.get(protocol.parent) ?? []),
          protocol,
        ])
    }
  }

  byId(id: string): Protocol | undefined {
    return this.#byId.get(id)
  }

  /** The protocol a path names, or a 404 with near names, or a move to its present slug. */
  get(text: string): Protocol {
    const slug = toSlug(text)
    const found = this.find(text)
    if (found !== undefined) return found
    const moved = this.#byPreviousSlug.get(slug)
    if (moved !== undefined) throw new MovedError(text, moved.slug)
    throw notFound(
      `No protocol is called ${JSON.stringify(text.slice(0, 60))}. GET /protocols lists the slugs.`,
      suggest(slug, this.#bySlug.keys()),
    )
  }

  /** The protocol a text names, unless it is one's former name or nobody's. */
  find(text: string): Protocol | undefined {
    return this.#bySlug.get(toSlug(text)) ?? this.#byId.get(text)
  }

  childrenOf(parent: Protocol): readonly Protocol[] {
    return this.#children.get(parent.id) ?? []
  }

  parentOf(child: Protocol): Protocol | undefined {
    return child.parent === null ? undefined : this.#byId.get(child.parent)
  }

  /** Names of a family: the parent, then its children; a protocol without a parent has none. */
  familyNames(protocol: Protocol): string[] {
    const parent = protocol.isParent ? protocol : this.parentOf(protocol)
    return parent === undefined
      ? []
      : [parent.name, ...this.childrenOf(parent).map((child) => child.name)]
  }

  /** All protocols, parents too. */
  list(): Protocol[] {
    return [...this.#byId.values()]
  }

  /** Every protocol that is measured itself, which parents are not. */
  listChildren(): Protocol[] {
    return this.list().filter((protocol) => !protocol.isParent)
  }
}

/** A parent's slug stands in its id, so that it survives a change of its name. */
function slugOf(row: ProtocolRow): string {
  return row.id.startsWith('parent#') ? row.id.slice('parent#'.length) : toSlug(row.name)
}

/** The protocols that make up one: itself, or a parent's children (tvl.md#one-protocol). */
export function familyOf(protocol: Protocol, registry: Registry): Protocol[] {
  if (!protocol.isParent) return [protocol]
  return registry.childrenOf(protocol).filter((child) => !child.excludedFromParent)
}

const excluded = new Set(categoryData.excludedFromChainTvl)
const doubleCounted = new Set(categoryData.doubleCounted)
const liquidStaking = new Set(categoryData.liquidStaking)

/** tvl.md#chain-history: its value is also counted elsewhere, by its own flag or its category. */
export function isDoubleCounted(protocol: Protocol): boolean {
  return (
    protocol.doubleCounted || (protocol.category !== null && doubleCounted.has(protocol.category))
  )
}

/** tvl.md#chain-history: what it holds is counted where it is staked. */
export function isLiquidStaking(protocol: Protocol): boolean {
  return protocol.category !== null && liquidStaking.has(protocol.category)
}

/** tvl.md#chains: whether a protocol's value belongs to the total of its chains. */
export function countsInChainTotals(protocol: Protocol): boolean {
  return (
    !excluded.has(protocol.category ?? '') &&
    !isLiquidStaking(protocol) &&
    !isDoubleCounted(protocol)
  )
}
