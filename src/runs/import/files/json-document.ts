import { open } from 'node:fs/promises'
import { parseJson } from '../../../lib/parse-json.ts'
import { type Readable, readHead } from './read-bytes.ts'
import { parseObject } from './text-columns.ts'

const HEAD_BYTES = 4 << 20
/** What may stand after the rows of `{"data": […], …}`. */
const TAIL_BYTES = 64 << 10

/** How a JSON file holds its rows: one per line, in an array, or in the member `data`. */
export type JsonForm = 'lines' | 'array' | 'data'

/** The form by the first bytes; `data` must still be found. */
export async function detectJsonForm(source: Readable): Promise<JsonForm> {
  const head = withoutMark((await readHead(source, HEAD_BYTES)).toString('latin1')).trimStart()
  if (head.startsWith('[')) return 'array'
  const lineEnd = head.indexOf('\n')
  const [line, rest] =
    lineEnd < 0 ? [head, ''] : [head.slice(0, lineEnd), head.slice(lineEnd).trim()]
  const first = parseObject(line)
  if (first === undefined) return DATA.test(head) ? 'data' : 'lines'
  return Array.isArray(first.data) && rest === '' ? 'data' : 'lines'
}

const DATA = /"data"\s*:\s*\[/

/** The bytes of the array `data` in a plain file: where the text around an array is itself JSON. */
export async function findDataArray(
  path: string,
): Promise<{ startByte: number; endByte: number } | undefined> {
  const { head, tail, tailByte } = await readEnds(path)
  const mark = head.length - withoutMark(head).length
  const start = [...head.matchAll(new RegExp(DATA, 'g'))]
    .map(({ index, 0: text }) => index + text.length - 1)
    .find((index) => parseJson(`${head.slice(mark, index)}null}`) !== undefined)
  if (start === undefined) return undefined
  const isEnd = (index: number) => parseJson(`{"data":null${tail.slice(index + 1)}`) !== undefined
  const end = [...tail.matchAll(/\]/g)].find(
    ({ index }) => tailByte + index > start && isEnd(index),
  )
  return end && { startByte: start, endByte: tailByte + end.index }
}

/** Both ends of a file, one character per byte. */
async function readEnds(path: string): Promise<{ head: string; tail: string; tailByte: number }> {
  const handle = await open(path, 'r')
  try {
    const { size } = await handle.stat()
    const read = async (position: number, length: number) => {
      const { buffer, bytesRead } = await handle.read({ buffer: Buffer.alloc(length), position })
      return buffer.toString('latin1', 0, bytesRead)
    }
    const tailByte = Math.max(0, size - TAIL_BYTES)
    return {
      head: await read(0, Math.min(size, HEAD_BYTES)),
      tail: await read(tailByte, size - tailByte),
      tailByte,
    }
  } finally {
    await handle.close()
  }
}

function withoutMark(text: string): string {
  return text.startsWith('\xef\xbb\xbf') ? text.slice(3) : text
}
