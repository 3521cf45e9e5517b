/** Bytes of a file, both ends included. */
export interface ByteRange {
  fromByte: number
  toByte: number
}

/** The one range of a `Range` header in bytes; undefined where the whole file is the response. */
export function parseRange(
  header: string | undefined,
  totalBytes: number,
): ByteRange | 'unsatisfiable' | undefined {
  const [, first = '', last = ''] = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(header?.trim() ?? '') ?? []
  if (first === '' && last === '') return undefined
  // Without a first byte it is the end of the file that is meant.
  const fromByte = first === '' ? Math.max(0, totalBytes - Number(last)) : Number(first)
  const toByte = first === '' || last === '' ? totalBytes - 1 : Number(last)
  if (first !== '' && last !== '' && toByte < fromByte) return undefined
  if (fromByte >= totalBytes || (first === '' && Number(last) === 0)) return 'unsatisfiable'
  return { fromByte, toByte: Math.min(toByte, totalBytes - 1) }
}
