import program from '../../../package.json' with { type: 'json' }
import type { Topic } from '../openapi/describe-api.ts'
import type { Route } from '../route.ts'
import { type Entry, listEntries } from './entries.ts'
import type { FactTimes } from './facts-behind.ts'
import groupNames from './groups.json' with { type: 'json' }
import { type Guide, readGuides } from './guides.ts'

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
  // As people call them, in the order of the pages.
  const groups = Object.entries(groupNames).map(([tag, name]) => ({
    name,
    description: descriptions.get(tag) ?? '',
    entries: entries.filter((entry) => entry.tag === tag),
  }))
  return {
    version: program.version,
    guides: readGuides(),
    groups: groups.filter((group) => group.entries.length > 0),
    facts: options.facts,
    hasExplorer: options.hasExplorer,
  }
}
