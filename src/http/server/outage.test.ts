import Type from 'typebox'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { servicesOf } from '../../../test/support/services.ts'
import { TestApp } from '../../../test/support/test-app.ts'
import { createLogTo } from '../../lib/log.ts'
import { text } from '../parameters.ts'
import { defineRoute } from '../route.ts'
import { createServer } from './server.ts'

let app: TestApp
beforeAll(async () => {
  app = await TestApp.start()
})
afterAll(() => app.stop())

test('behavior: an engine that fails for 200 requests is one line in the log when it begins', async () => {
  const lines: string[] = []
  const log = createLogTo('info', { write: (line: string) => void lines.push(line) })
  const failing = defineRoute({
    id: 'test.failing',
    summary: '',
    describe: '',
    paths: { free: '/failing/{name}' },
    params: { name: text('Name.', 'a') },
    response: Type.Null(),
    example: null,
    reads: [],
    handler: async ({ params: { name } }) => {
      throw new Error(`no engine for ${name}`)
    },
  })
  const server = createServer([failing], { ...servicesOf(app.app), log })
  for (let call = 0; call < 200; call++)
    expect((await server.inject(`/failing/${call}`)).statusCode).toBe(503)
  await server.close()
  expect(lines.length).toBe(1)
  expect(JSON.parse(lines[0] ?? '')).toMatchObject({
    msg: 'request failed',
    operation: 'test.failing',
    err: { message: 'no engine for 0' },
  })
})
