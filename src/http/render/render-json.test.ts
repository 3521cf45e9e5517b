import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { computed, orNull, record, shifted, tuple, where } from './cells.ts'
import { renderJson } from './render-json.ts'
import { list, members, nested } from './rows.ts'

const render = async (value: unknown) => (await renderJson(value)).toString()

describe('values', () => {
  test('property: the bytes of JSON.stringify', async () => {
    await fc.assert(
      fc.asyncProperty(fc.jsonValue({ maxDepth: 5 }), async (value) => {
        expect(await render(value)).toBe(JSON.stringify(value))
      }),
    )
  })

  test('behavior: undefined members are left out, undefined elements are null', async () => {
    expect(await render({ a: undefined, b: 1, c: [undefined, 2] })).toBe('{"b":1,"c":[null,2]}')
    expect(await render({ b: Array.from({ length: 60 }, () => undefined) })).toBe(
      `{"b":[${Array(60).fill('null').join(',')}]}`,
    )
  })

  test('behavior: long lists, maps and what they hold are written whole', async () => {
    const items = Array.from({ length: 200 }, (_, index) => ({
      name: `p"${index}`,
      parts: Array.from({ length: 80 }, (_, part) => [part, index / 7]),
    }))
    const value = { items, byName: Object.fromEntries(items.map((item) => [item.name, item])) }
    expect(await render(value)).toBe(JSON.stringify(value))
  })

  test('behavior: dates and other objects are written as JSON.stringify does', async () => {
    const value = { at: new Date(0), nested: [{ at: new Date(1) }] }
    expect(await render(value)).toBe(JSON.stringify(value))
  })
})

describe('columns', () => {
  test('default: an object per row', async () => {
    const rows = list(record({ date: [1, 2], name: ['a', 'b"'], isLast: [false, true] }))
    expect(await render(rows)).toBe(
      '[{"date":1,"name":"a","isLast":false},{"date":2,"name":"b\\"","isLast":true}]',
    )
  })

  test('behavior: a missing value leaves its member out, null is written', async () => {
    const rows = list(record({ date: [1, 2, 3], usd: [Number.NaN, null, 0.5] }))
    expect(await render(rows)).toBe('[{"date":1},{"date":2,"usd":null},{"date":3,"usd":0.5}]')
  })

  test('behavior: a missing value in a tuple leaves the row out', async () => {
    const rows = list(tuple([1, 2, 3], new Float64Array([7, Number.NaN, 9])))
    expect(await render({ chart: rows })).toBe('{"chart":[[1,7],[3,9]]}')
  })

  test('behavior: orNull writes null for what is missing', async () => {
    const rows = list(tuple([1, 2], orNull(new Float64Array([Number.NaN, 9]))))
    expect(await render(rows)).toBe('[[1,null],[2,9]]')
  })

  test('behavior: records nest, empty ones are missing, columns may begin later', async () => {
    const days = computed(3, (row) => (row + 10) * 86_400)
    const byChain = new Map([
      ['Ethereum', record(new Map([['A', shifted([5, 6], 1, 3)]]))],
      ['Base', record({ B: shifted([7], 2, 3) })],
    ])
    expect(await render(list(tuple(days, record(byChain))))).toBe(
      '[[950400,{"Ethereum":{"A":5}}],[1036800,{"Ethereum":{"A":6},"Base":{"B":7}}]]',
    )
  })

  test('behavior: rows as members of an object', async () => {
    const rows = members([100, 200, 300], record({ tvl: [1, Number.NaN, 3] }))
    expect(await render(rows)).toBe('{"100":{"tvl":1},"300":{"tvl":3}}')
  })

  test('behavior: rows inside of rows, in the order of their names', async () => {
    const histories = nested([() => list(tuple([1, 2], [3, 4])), () => list(tuple([], []))])
    expect(await render(members([9, 7], histories))).toBe('{"9":[[1,3],[2,4]],"7":[]}')
  })

  test('behavior: values may be made when they are written', async () => {
    const rows = list(computed(3, (row) => (row === 1 ? undefined : { row })))
    expect(await render(rows)).toBe('[{"row":0},{"row":2}]')
  })

  test('behavior: rows inside of small values are the same', async () => {
    const rows = list(tuple([1], ['x']))
    const deep = { a: { b: { c: { d: { rows } } } }, e: [[[[rows]]]] }
    expect(await render(deep)).toBe(
      '{"a":{"b":{"c":{"d":{"rows":[[1,"x"]]}}}},"e":[[[[[[1,"x"]]]]]]}',
    )
  })

  test('behavior: rows that are not wanted are left out', async () => {
    const rows = list(where(record({ a: [1, 2, 3] }), (row) => row !== 1))
    expect(await render(rows)).toBe('[{"a":1},{"a":3}]')
  })

  test('error: columns of different lengths', () => {
    expect(() => record({ a: [1], b: [1, 2] })).toThrow('Columns have different lengths: 1, 2.')
  })
})

describe('slices', () => {
  test('behavior: other work goes on while a long response is rendered', async () => {
    const values = new Float64Array(2_000_000).map((_, index) => index / 3)
    let turns = 0
    const timer = setInterval(() => turns++, 1)
    const bytes: number[] = []
    const body = await renderJson(
      list(
        tuple(
          computed(values.length, (row) => row),
          values,
        ),
      ),
      {
        onBytes: (added) => bytes.push(added),
      },
    )
    clearInterval(timer)
    expect(turns).toBeGreaterThan(5)
    expect(bytes.reduce((sum, added) => sum + added, 0)).toBe(body.length)
  })
})
