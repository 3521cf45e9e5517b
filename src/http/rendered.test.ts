import { expect, test } from 'vitest'
import {
  bodyBytes,
  headersOf,
  Rendered,
  RenderedBytes,
  renderBody,
  renderBytes,
  WithHeaders,
} from './rendered.ts'

test('default: a value becomes JSON', () => {
  expect(renderBody({ a: [1, null] })).toBe('{"a":[1,null]}')
})

test('behavior: what is rendered already stays as it is', () => {
  expect(renderBody(new Rendered('{"a":1}'))).toBe('{"a":1}')
})

test('behavior: headers travel beside a value, rendered or not, and are no part of it', () => {
  const answer = new WithHeaders(new Rendered('[1]'), {
    'X-Total-Matches': '7',
    'X-Result-Truncated': 'true',
  })
  expect(renderBody(answer)).toBe('[1]')
  expect(headersOf(answer)).toEqual(['X-Total-Matches', '7', 'X-Result-Truncated', 'true'])
  expect(headersOf([1])).toEqual([])
})

test('behavior: bytes are passed on as they are, everything else is written out', () => {
  const bytes = Buffer.from('[2]')
  expect(bodyBytes(new RenderedBytes(bytes))).toBe(bytes)
  expect(bodyBytes(new WithHeaders(new RenderedBytes(bytes), {}))).toBe(bytes)
  expect(bodyBytes({ a: 'é' })).toEqual(Buffer.from('{"a":"é"}'))
})

test('behavior: bytes are counted as they are rendered, or when a handler wrote them', async () => {
  const values = [
    { a: 'é' },
    new Rendered('{"a":1}'),
    new RenderedBytes(Buffer.from('[2]')),
    new WithHeaders([1, 2], {}),
  ]
  const rendered: unknown[] = []
  for (const value of values) {
    let counted = 0
    const onBytes = (added: number) => {
      counted += added
    }
    rendered.push([(await renderBytes(value, { onBytes })).toString(), counted])
  }
  expect(rendered).toEqual([
    ['{"a":"é"}', 10],
    ['{"a":1}', 7],
    ['[2]', 3],
    ['[1,2]', 5],
  ])
})
