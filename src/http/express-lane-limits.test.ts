import { expect, test } from 'vitest'
import { RawClient } from '../../test/support/raw-client.ts'
import { fillSmallWorld } from '../../test/support/small-world.ts'
import { TestApp } from '../../test/support/test-app.ts'

test('error: over the rate the lane words no refusal of its own; the answer is the usual 429', async () => {
  const app = await TestApp.start({ ALMANAC_FREE_RATE: '2' })
  await fillSmallWorld(app)
  const client = new RawClient(await app.listen())
  const statuses: unknown[] = []
  for (let call = 0; call < 3; call++) {
    client.socket.write('GET /v2/chains HTTP/1.1\r\nHost: x\r\n\r\n')
    const answer = await client.read()
    statuses.push(answer.status, answer.headers['retry-after'])
  }
  client.socket.destroy()
  expect(statuses).toEqual([200, undefined, 200, undefined, 429, '60'])
  await app.stop()
})
