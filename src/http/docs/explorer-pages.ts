import { exampleOf } from '../parameters.ts'
import type { Route } from '../route.ts'
import pages from './explorer-pages.json' with { type: 'json' }

/** The explorer's page of an operation; `{name}` stands for the example of a parameter. */
export const EXPLORER_PAGES: Readonly<Record<string, string>> = pages

/** The page for the examples of an operation, below `/app`; undefined: none draws it. */
export function explorerPageOf(route: Route, nowSec: number): string | undefined {
  const parameters = { ...route.query, ...route.params }
  return EXPLORER_PAGES[route.id]?.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    const parameter = parameters[name]
    if (parameter === undefined) throw new Error(`${route.id} has no parameter ${name}.`)
    const [first = ''] = String(exampleOf(parameter, nowSec)).split(',')
    return encodeURIComponent(first)
  })
}
