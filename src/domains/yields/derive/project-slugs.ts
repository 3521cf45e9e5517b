import { toSlug } from '../../../lib/slug.ts'

interface NamedProtocol {
  id: string
  slug: string
  previousNames: readonly string[]
}

/** The present slug of a project by its slug, its id, or a slug it had before. */
export function projectSlugs(protocols: readonly NamedProtocol[]): ReadonlyMap<string, string> {
  const previous = protocols.flatMap(({ slug, previousNames }) =>
    previousNames.map((name): [string, string] => [toSlug(name), slug]),
  )
  // What is set later wins: a present slug over an id, an id over a name that was given up.
  return new Map([
    ...previous,
    ...protocols.map(({ id, slug }): [string, string] => [id, slug]),
    ...protocols.map(({ slug }): [string, string] => [slug, slug]),
  ])
}
