import { existsSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Hostile, hostileStatements } from '../../../test/support/sql/hostile-statements.ts'
import { TestApp } from '../../../test/support/test-app.ts'
import { protocols } from '../../domains/registry/public.ts'

const SECRET = 'canary-5417'
let service: TestApp
let requests = 0
const outside = createServer((_, response) => {
  requests++
  response.end(SECRET)
})
let statements: Hostile[]
let file: string

beforeAll(async () => {
  service = await TestApp.start()
  await service.put(protocols, [{ id: '1', name: 'Example Swap', category: 'Dexs' }])
  await new Promise<void>((done) => outside.listen(0, '127.0.0.1', done))
  file = join(service.dataDir, 'secret.csv')
  writeFileSync(file, `${SECRET}\n`)
  const { port } = outside.address() as AddressInfo
  statements = hostileStatements(file, `http://127.0.0.1:${port}/secret.csv`)
})
afterAll(async () => {
  await service.stop()
  outside.close()
})

const ask = (query: string) => service.post('/sql', { query }, { pro: true })

test('behavior: more than 200 hostile statements are refused, each with one sentence', async () => {
  expect(statements.length).toBeGreaterThan(350)
  const wrong: string[] = []
  for (const { family, statement, refusal } of statements) {
    const { status, body } = await ask(statement)
    const { message = '' } = body as { message?: string }
    const isRefused = status === 400 && refusal.test(message) && !message.includes('\n')
    if (!isRefused || JSON.stringify(body).includes(SECRET))
      wrong.push(
        `${family}: ${statement.slice(0, 80)} → ${status} ${JSON.stringify(body).slice(0, 200)}`,
      )
  }
  expect(wrong).toEqual([])
})

test('behavior: nothing was fetched or written, and the service answers as before', async () => {
  expect(requests).toBe(0)
  expect(existsSync(`${file}.out`)).toBe(false)
  expect(await ask('SELECT id, name FROM protocols')).toMatchObject({
    status: 200,
    body: { rows: [['1', 'Example Swap']] },
  })
  expect((await service.get('/meta/datasets')).status).toBe(200)
})
