import { expect, test } from 'vitest'
import { Rendered, renderBody } from './rendered.ts'

test('default: a value becomes JSON', () => {
  expect(renderBody({ a: [1, null] })).toBe('{"a":[1,null]}')
})

test('behavior: what is rendered already stays as it is', () => {
  expect(renderBody(new Rendered('{"a":1}'))).toBe('{"a":1}')
})
