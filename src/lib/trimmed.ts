// Below this share of its memory a view keeps much more alive than it shows.
const MIN_USED_SHARE = 0.75
// Copying more than this would hold up other requests.
const MAX_COPIED_BYTES = 4 * 1024 * 1024

/** The same bytes without the unused rest of the memory behind them. */
export function trimmed(bytes: Buffer): Buffer {
  const isTight = bytes.length >= bytes.buffer.byteLength * MIN_USED_SHARE
  if (isTight || bytes.length > MAX_COPIED_BYTES) return bytes
  const copy = Buffer.allocUnsafeSlow(bytes.length)
  bytes.copy(copy)
  return copy
}
