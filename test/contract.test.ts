import Value from 'typebox/value'
import { describe, expect, test } from 'vitest'
import operations from '../spec/operations.json' with { type: 'json' }
import { routes } from '../src/app.ts'
import { methodsOf, ROOTS, type Root, type Route } from '../src/http/route.ts'

interface Operation {
  id: string
  method: string
  paths: Partial<Record<Root, string>>
  methods?: Partial<Record<Root, string[]>>
  parameters: { name: string; in: string; required: boolean; root?: string }[]
}

const contract = operations as Operation[]
const byId = new Map(routes.map((route) => [route.id, route]))
const served = contract.flatMap((operation) => {
  const route = byId.get(operation.id)
  return route === undefined ? [] : [{ id: operation.id, operation, route }]
})

function placeholders(path: string): string[] {
  return [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name)
}

describe('coverage', () => {
  test('behavior: every operation of the contract is served', () => {
    expect(contract.map(({ id }) => id).filter((id) => !byId.has(id))).toEqual([])
  })

  test('behavior: the contract names each operation and each path once', () => {
    expect(new Set(contract.map(({ id }) => id)).size).toBe(contract.length)
    expect(new Set(routes.map(({ id }) => id)).size).toBe(routes.length)
    const paths = routes.flatMap((route) =>
      ROOTS.flatMap((root) =>
        route.paths[root] === undefined
          ? []
          : methodsOf(route, root).map((method) => `${method} ${route.paths[root]}`),
      ),
    )
    expect(paths.filter((path, index) => paths.indexOf(path) !== index)).toEqual([])
  })
})

describe.each(served)('$id', ({ operation, route }) => {
  test('behavior: same paths on the same roots', () => {
    expect(route.paths).toEqual(operation.paths)
  })

  test('behavior: same methods', () => {
    for (const root of Object.keys(operation.paths) as Root[]) {
      const wanted = operation.methods?.[root] ?? [operation.method]
      expect([...methodsOf(route, root)].sort(), root).toEqual([...wanted].sort())
    }
  })

  test('behavior: every parameter of the contract is understood, in all its spellings', () => {
    const inPath = operation.parameters
      .filter((parameter) => parameter.in === 'path')
      .map(({ name }) => name)
    const inQuery = operation.parameters
      .filter((parameter) => parameter.in === 'query')
      .map(({ name }) => name)
    expect(Object.keys(route.params)).toEqual(expect.arrayContaining(inPath))
    expect(Object.keys(route.query)).toEqual(expect.arrayContaining(inQuery))
  })
})

describe.each(routes.map((route): { id: string; route: Route } => ({ id: route.id, route })))(
  'route $id',
  ({ route }) => {
    test('behavior: it says what it is', () => {
      expect(route.summary.length).toBeGreaterThan(5)
      expect(route.summary.length).toBeLessThan(80)
      expect(route.describe.length).toBeGreaterThan(20)
    })

    test('behavior: its example is a response by its own schema', () => {
      expect([...Value.Errors(route.response, route.example)]).toEqual([])
      if (route.body !== undefined)
        expect(Value.Check(route.body.schema, route.body.example)).toBe(true)
    })

    test('behavior: the names in its paths are its path parameters', () => {
      for (const path of Object.values(route.paths))
        expect(placeholders(path).sort()).toEqual(Object.keys(route.params).sort())
    })

    test('behavior: the examples of its parameters are accepted by it', () => {
      for (const [name, parameter] of Object.entries({ ...route.params, ...route.query })) {
        expect(() => parameter.parse(String(parameter.example), name), name).not.toThrow()
      }
    })
  },
)
