import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'

/** Bytes of a file from `start` up to, not including, `end`. */
export interface FileRange {
  readonly start: number
  readonly end: number
}

export function listRanges(bytes: number, partBytes: number): FileRange[] {
  return Array.from({ length: Math.ceil(bytes / partBytes) }, (_, index) => ({
    start: index * partBytes,
    end: Math.min(bytes, (index + 1) * partBytes),
  }))
}

/** SHA-256 of a part of a file, in hex. */
export async function hashRange(file: string, { start, end }: FileRange): Promise<string> {
  const sum = createHash('sha256')
  for await (const chunk of createReadStream(file, { start, end: end - 1 })) sum.update(chunk)
  return sum.digest('hex')
}

/** What tells an object store that all parts are there, by the tags it gave them. */
export function completionXml(tags: readonly string[]): string {
  const parts = tags.map(
    (tag, index) => `<Part><PartNumber>${index + 1}</PartNumber><ETag>${tag}</ETag></Part>`,
  )
  return `<CompleteMultipartUpload>${parts.join('')}</CompleteMultipartUpload>`
}

/** The text of the first element of a name in a response of an object store. */
export function findTag(text: string, name: string): string | undefined {
  return new RegExp(`<${name}>([^<]*)</${name}>`).exec(text)?.[1]
}
