import program from '../../../package.json' with { type: 'json' }
import type { Topic } from '../openapi/describe-api.ts'
import type { Route } from '../route.ts'
import { type Entry, listEntries } from './entries.ts'
import type { FactTimes } from './facts-behind.ts'
import { GROUP_NAMES } from './groups.ts'
import type { Guide } from './guides/guide.ts'
import { GUIDES } from './guides/index.ts'

export interface Group {
  readonly name: string
  readonly description: string
  readonly entries: readonly Entry[]
}

/** Everything that pages of the reference are made from. */
export interface Reference {
  readonly version: string
  readonly guides: readonly Guide[]
  readonly groups: readonly Group[]
  readonly facts: FactTimes
  readonly hasExplorer: boolean
}

/** Where a page stands and when: links are relative, so any prefix of a proxy works. */
export interface Place {
  /** What leads from the page to the root of the service. */
  readonly root: '' | '../'
  readonly origin: string
  readonly nowSec: number
}

export function createReference(
  routes: readonly Route[],
  options: {
    readonly topics: readonly Topic[]
    readonly facts: FactTimes
    readonly hasExplorer: boolean
  },
): Reference {
  const entries = listEntries(routes)
  const descriptions = new Map(options.topics.map(({ name, description }) => [name, description]))
  const groups = Object.entries(GROUP_NAMES).map(([tag, name]) => ({
    name,
    description: descriptions.get(tag) ?? '',
    entries: entries.filter((entry) => entry.tag === tag),
  }))
  return {
    version: program.version,
    guides: GUIDES,
    groups: groups.filter((group) => group.entries.length > 0),
    facts: options.facts,
    hasExplorer: options.hasExplorer,
  }
}
