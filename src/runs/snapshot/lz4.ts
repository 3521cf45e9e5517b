const MIN_MATCH = 4

/** A block of LZ4, as older servers compress Parquet. Throws where it is not one of that size. */
export function decompressLz4(input: Uint8Array, bytes: number): Uint8Array {
  const output = new Uint8Array(bytes)
  let [at, end] = [0, 0]
  const readByte = (): number => {
    const byte = input[at++]
    if (byte === undefined) throw new RangeError('behind the end')
    return byte
  }
  const readLength = (short: number): number => {
    let length = short
    for (let byte = short === 15 ? 255 : 0; byte === 255; length += byte) byte = readByte()
    return length
  }
  while (at < input.length) {
    const token = readByte()
    const literals = readLength(token >> 4)
    if (at + literals > input.length) throw new RangeError('behind the end')
    output.set(input.subarray(at, at + literals), end)
    at += literals
    end += literals
    // The last sequence has literals only.
    if (at === input.length) break
    const offset = readByte() + readByte() * 256
    const match = readLength(token & 15) + MIN_MATCH
    if (offset === 0 || offset > end || end + match > bytes) throw new RangeError('no such match')
    for (const stop = end + match; end < stop; end++) output[end] = output[end - offset] ?? 0
  }
  if (end !== bytes) throw new RangeError('another size')
  return output
}
