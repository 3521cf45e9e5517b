import { gunzipSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { Bodies, Body } from './bodies.ts'

/** Makes bodies when told to, so that a test decides what happens meanwhile. */
function maker(stamp: string, text = stamp) {
  const { promise, resolve, reject } = Promise.withResolvers<Body>()
  const state = { runs: 0 }
  return {
    state,
    make: () => {
      state.runs++
      return promise
    },
    finish: () => resolve(new Body(stamp, `tag-${stamp}`, Buffer.from(text))),
    fail: () => reject(new Error('no engine')),
  }
}

async function textOf(answer: Promise<{ body: Body; from: string }>): Promise<[string, string]> {
  const { body, from } = await answer
  return [body.plain.toString(), from]
}

describe('making', () => {
  test('default: made once, then kept', async () => {
    const bodies = new Bodies(1_000_000)
    const first = maker('1')
    first.finish()
    expect(await textOf(bodies.get('a', '1', first.make))).toEqual(['1', 'made'])
    expect(await textOf(bodies.get('a', '1', first.make))).toEqual(['1', 'kept'])
    expect(first.state.runs).toBe(1)
  })

  test('behavior: everyone who asks meanwhile waits for the same one', async () => {
    const bodies = new Bodies(1_000_000)
    const first = maker('1')
    const answers = Array.from({ length: 50 }, () => textOf(bodies.get('a', '1', first.make)))
    first.finish()
    expect(new Set((await Promise.all(answers)).map(([text]) => text))).toEqual(new Set(['1']))
    expect(first.state.runs).toBe(1)
  })

  test('behavior: other questions are made separately', async () => {
    const bodies = new Bodies(1_000_000)
    const [a, b] = [maker('1', 'a'), maker('1', 'b')]
    a.finish()
    b.finish()
    expect(await textOf(bodies.get('a', '1', a.make))).toEqual(['a', 'made'])
    expect(await textOf(bodies.get('b', '1', b.make))).toEqual(['b', 'made'])
  })

  test('error: a failure reaches all who waited and is forgotten', async () => {
    const bodies = new Bodies(1_000_000)
    const first = maker('1')
    const answers = Array.from({ length: 3 }, () => bodies.get('a', '1', first.make))
    first.fail()
    expect((await Promise.allSettled(answers)).map(({ status }) => status)).toEqual([
      'rejected',
      'rejected',
      'rejected',
    ])
    const second = maker('1', 'again')
    second.finish()
    expect(await textOf(bodies.get('a', '1', second.make))).toEqual(['again', 'made'])
  })
})

describe('new data', () => {
  test('behavior: while the successor is made, others are given the older answer', async () => {
    const bodies = new Bodies(1_000_000)
    const [old, next] = [maker('1'), maker('2')]
    old.finish()
    await bodies.get('a', '1', old.make)
    const making = textOf(bodies.get('a', '2', next.make))
    expect(await textOf(bodies.get('a', '2', next.make))).toEqual(['1', 'stale'])
    next.finish()
    expect(await making).toEqual(['2', 'made'])
    expect(await textOf(bodies.get('a', '2', next.make))).toEqual(['2', 'kept'])
    expect(next.state.runs).toBe(1)
  })

  test('behavior: a commit during the making is not hidden by the answer under way', async () => {
    const bodies = new Bodies(1_000_000)
    const [old, next] = [maker('1'), maker('2')]
    const early = textOf(bodies.get('a', '1', old.make))
    const late = textOf(bodies.get('a', '2', next.make))
    next.finish()
    expect(await late).toEqual(['2', 'made'])
    old.finish()
    expect(await early).toEqual(['1', 'made'])
    expect(bodies.find('a')?.stamp, 'the older one does not take the place of the newer').toBe('2')
  })

  test('error: when the successor cannot be made, the next caller tries again', async () => {
    const bodies = new Bodies(1_000_000)
    const [old, broken, next] = [maker('1'), maker('2'), maker('2')]
    old.finish()
    await bodies.get('a', '1', old.make)
    const failing = bodies.get('a', '2', broken.make)
    broken.fail()
    await expect(failing).rejects.toThrow('no engine')
    next.finish()
    expect(await textOf(bodies.get('a', '2', next.make))).toEqual(['2', 'made'])
  })
})

describe('budget', () => {
  const keep = async (bodies: Bodies, key: string, bytes: number) => {
    const made = maker('1', 'x'.repeat(bytes))
    made.finish()
    await bodies.get(key, '1', made.make)
  }

  test('behavior: what is kept stays under the budget, the least recently used goes first', async () => {
    const bodies = new Bodies(100_000)
    for (let index = 0; index < 50; index++) {
      await keep(bodies, `key ${index}`, 5_000)
      bodies.find('key 0')
    }
    expect(bodies.bytes).toBeLessThanOrEqual(100_000)
    expect(bodies.bytes).toBeGreaterThan(80_000)
    expect(bodies.find('key 0')).toBeDefined()
    expect(bodies.find('key 1')).toBeUndefined()
  })

  test('behavior: an answer that would take a quarter of the budget is given and not kept', async () => {
    const bodies = new Bodies(100_000)
    await keep(bodies, 'small', 1_000)
    await keep(bodies, 'large', 30_000)
    expect(bodies.find('large')).toBeUndefined()
    expect(bodies.find('small')).toBeDefined()
  })
})

test('behavior: a body is compressed once per encoding, and only when it is worth it', async () => {
  const body = new Body('1', 'tag', Buffer.from('abc'.repeat(1_000)))
  expect(body.find('gzip')).toBeUndefined()
  const gzip = await body.encode('gzip')
  expect(gunzipSync(gzip).toString()).toBe('abc'.repeat(1_000))
  expect(await body.encode('gzip')).toBe(gzip)
  expect(body.find('identity')).toBe(body.plain)
  expect(body.encodingFor('br')).toBe('br')
  expect(new Body('1', 'tag', Buffer.from('abc')).encodingFor('br')).toBe('identity')
})
