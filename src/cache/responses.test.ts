import { describe, expect, test } from 'vitest'
import { type Cacheable, ResponseCache } from './responses.ts'

interface Text extends Cacheable {
  text: string
}

/** Makes responses when told to, so that a test decides what happens meanwhile. */
function maker(version: string, text = version) {
  const { promise, resolve, reject } = Promise.withResolvers<Text>()
  const state = { runs: 0 }
  return {
    state,
    make: () => {
      state.runs++
      return promise
    },
    finish: () => resolve({ version, text, sizeBytes: text.length }),
    fail: () => reject(new Error('no engine')),
  }
}

async function textOf(got: Promise<{ response: Text; from: string }>): Promise<[string, string]> {
  const { response, from } = await got
  return [response.text, from]
}

async function put(cache: ResponseCache<Text>, key: string, bytes: number, version = '1') {
  const made = maker(version, 'x'.repeat(bytes))
  made.finish()
  await cache.get(key, version, made.make)
}

describe('making', () => {
  test('default: made once, then cached', async () => {
    const cache = new ResponseCache<Text>(1_000_000)
    const first = maker('1')
    first.finish()
    expect(await textOf(cache.get('a', '1', first.make))).toEqual(['1', 'made'])
    expect(await textOf(cache.get('a', '1', first.make))).toEqual(['1', 'hit'])
    expect(first.state.runs).toBe(1)
  })

  test('behavior: everyone who asks meanwhile waits for the same one', async () => {
    const cache = new ResponseCache<Text>(1_000_000)
    const first = maker('1')
    const got = Array.from({ length: 50 }, () => textOf(cache.get('a', '1', first.make)))
    first.finish()
    expect(new Set((await Promise.all(got)).map(([text]) => text))).toEqual(new Set(['1']))
    expect(first.state.runs).toBe(1)
  })

  test('behavior: other requests are made separately', async () => {
    const cache = new ResponseCache<Text>(1_000_000)
    const [a, b] = [maker('1', 'a'), maker('1', 'b')]
    a.finish()
    b.finish()
    expect(await textOf(cache.get('a', '1', a.make))).toEqual(['a', 'made'])
    expect(await textOf(cache.get('b', '1', b.make))).toEqual(['b', 'made'])
  })

  test('error: a failure reaches all who waited and is forgotten', async () => {
    const cache = new ResponseCache<Text>(1_000_000)
    const first = maker('1')
    const got = Array.from({ length: 3 }, () => cache.get('a', '1', first.make))
    first.fail()
    expect((await Promise.allSettled(got)).map(({ status }) => status)).toEqual([
      'rejected',
      'rejected',
      'rejected',
    ])
    const second = maker('1', 'again')
    second.finish()
    expect(await textOf(cache.get('a', '1', second.make))).toEqual(['again', 'made'])
  })
})

describe('new data', () => {
  test('behavior: while the successor is made, others are given the older response', async () => {
    const cache = new ResponseCache<Text>(1_000_000)
    const [old, next] = [maker('1'), maker('2')]
    old.finish()
    await cache.get('a', '1', old.make)
    const making = textOf(cache.get('a', '2', next.make))
    expect(await textOf(cache.get('a', '2', next.make))).toEqual(['1', 'stale'])
    next.finish()
    expect(await making).toEqual(['2', 'made'])
    expect(await textOf(cache.get('a', '2', next.make))).toEqual(['2', 'hit'])
    expect(next.state.runs).toBe(1)
  })

  test('behavior: a commit during the making is not hidden by the response under way', async () => {
    const cache = new ResponseCache<Text>(1_000_000)
    const [old, next] = [maker('1'), maker('2')]
    const early = textOf(cache.get('a', '1', old.make))
    const late = textOf(cache.get('a', '2', next.make))
    next.finish()
    expect(await late).toEqual(['2', 'made'])
    old.finish()
    expect(await early).toEqual(['1', 'made'])
    expect(cache.find('a')?.version, 'the older one does not take the place of the newer').toBe('2')
  })

  test('error: when the successor cannot be made, the next caller tries again', async () => {
    const cache = new ResponseCache<Text>(1_000_000)
    const [old, broken, next] = [maker('1'), maker('2'), maker('2')]
    old.finish()
    await cache.get('a', '1', old.make)
    const failing = cache.get('a', '2', broken.make)
    broken.fail()
    await expect(failing).rejects.toThrow('no engine')
    next.finish()
    expect(await textOf(cache.get('a', '2', next.make))).toEqual(['2', 'made'])
  })
})

describe('budget', () => {
  test('behavior: the cache stays under the budget, the least recently used goes first', async () => {
    const cache = new ResponseCache<Text>(100_000)
    for (let index = 0; index < 50; index++) {
      await put(cache, `key ${index}`, 7_500)
      cache.find('key 0')
    }
    expect(cache.bytes).toBeLessThanOrEqual(100_000)
    expect(cache.bytes).toBeGreaterThan(80_000)
    expect(cache.find('key 0')).toBeDefined()
    expect(cache.find('key 1')).toBeUndefined()
  })

  test('behavior: a response that would take a quarter of the budget is given and not cached', async () => {
    const cache = new ResponseCache<Text>(100_000)
    await put(cache, 'small', 1_000)
    await put(cache, 'large', 30_000)
    expect(cache.find('large')).toBeUndefined()
    expect(cache.find('small')).toBeDefined()
  })

  test('behavior: URLs count like the rest', async () => {
    const cache = new ResponseCache<Text>(100_000)
    await put(cache, 'a', 1_000)
    const before = cache.bytes
    cache.addUrl('a', '/a'.repeat(500))
    expect(cache.bytes).toBe(before + 2_000)
  })
})

describe('URLs', () => {
  test('default: a response is found by the URLs that asked for it, and by its successor too', async () => {
    const cache = new ResponseCache<Text>(1_000_000)
    await put(cache, 'a', 10)
    cache.addUrl('a', '/a?x=1')
    cache.addUrl('a', '/a?x=2')
    cache.addUrl('a', '/a?x=2')
    expect(cache.findByUrl('/a?x=1')?.version).toBe('1')
    await put(cache, 'a', 10, '2')
    expect(cache.findByUrl('/a?x=1')?.version).toBe('2')
    expect(cache.findByUrl('/a?x=2')?.version).toBe('2')
    expect([cache.findByUrl('/a'), cache.urlCount]).toEqual([undefined, 2])
  })

  test('behavior: of many spellings the last few stay', async () => {
    const cache = new ResponseCache<Text>(1_000_000)
    await put(cache, 'a', 10)
    for (let index = 0; index < 100; index++) cache.addUrl('a', `/a?noise=${index}`)
    expect(cache.urlCount).toBe(8)
    expect(cache.findByUrl('/a?noise=99')).toBeDefined()
    expect(cache.findByUrl('/a?noise=91')).toBeUndefined()
  })

  test('behavior: what is not cached has no URL', async () => {
    const cache = new ResponseCache<Text>(100_000)
    cache.addUrl('never made', '/never')
    await put(cache, 'large', 30_000)
    cache.addUrl('large', '/large')
    expect(cache.urlCount).toBe(0)
  })

  test('behavior: URLs leave with their response, pushed out or grown too large', async () => {
    const cache = new ResponseCache<Text>(100_000)
    for (let index = 0; index < 50; index++) {
      await put(cache, `key ${index}`, 7_500)
      cache.addUrl(`key ${index}`, `/${index}`)
    }
    const cached = Array.from({ length: 50 }, (_, index) => cache.find(`key ${index}`))
    expect(cache.urlCount).toBe(cached.filter((response) => response !== undefined).length)
    await put(cache, 'key 49', 90_000, '2')
    expect([cache.find('key 49'), cache.findByUrl('/49')]).toEqual([undefined, undefined])
    expect(cache.urlCount).toBe(cached.filter((response) => response !== undefined).length - 1)
  })
})
