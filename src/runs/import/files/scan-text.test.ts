import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { scanText } from './scan-text.ts'

let folder: string

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'almanac-scan-'))
})

afterAll(() => rm(folder, { recursive: true, force: true }))

async function scan(content: string | Uint8Array): Promise<number> {
  const path = join(folder, 'text.csv')
  await writeFile(path, content)
  return scanText({ path, compression: 'none' }, () => undefined)
}

const CHUNK = 4 << 20

test('default: the number of bytes', async () => {
  expect(await scan('a,b\nç,€\n')).toBe(11)
})

test('behavior: a character that lies across two chunks is whole, wherever it is cut', async () => {
  for (const sign of ['é', '€', '😀']) {
    for (let shift = 0; shift < 5; shift++) {
      const text = Buffer.concat([
        Buffer.alloc(CHUNK - shift, 'a\n'),
        Buffer.from(sign),
        Buffer.alloc(CHUNK, 'b\n'),
      ])
      expect(await scan(text)).toBe(text.length)
    }
  }
})

test('error: a character cut off by the end of the file, or broken across two chunks', async () => {
  await expect(scan(Buffer.from('a\nb\n€').subarray(0, -1))).rejects.toThrow(
    'text.csv, line 3: not UTF-8 text; save the file as UTF-8',
  )
  const broken = Buffer.concat([
    Buffer.alloc(CHUNK - 1, 'a'),
    Buffer.from([0xe2]),
    Buffer.from('x\n'),
  ])
  await expect(scan(broken)).rejects.toThrow('line 1: not UTF-8')
})

test('error: the line of a fault is counted over chunks', async () => {
  const text = Buffer.concat([
    Buffer.from('a\n'.repeat(CHUNK)),
    Buffer.from([0xff]),
    Buffer.from('\n'),
  ])
  await expect(scan(text)).rejects.toThrow(`text.csv, line ${CHUNK + 1}: not UTF-8`)
})

test('behavior: a line of 16 MB passes, a longer one does not, also at the end of the file', async () => {
  expect(await scan(Buffer.alloc(16 << 20, 'x'))).toBe(16 << 20)
  await expect(scan(Buffer.alloc((16 << 20) + 1, 'x'))).rejects.toThrow(
    'text.csv, line 1: longer than 16 MB',
  )
  const second = Buffer.concat([
    Buffer.from('a\n'),
    Buffer.alloc((16 << 20) + 1, 'x'),
    Buffer.from('\nb\n'),
  ])
  await expect(scan(second)).rejects.toThrow('line 2: longer than 16 MB')
})
