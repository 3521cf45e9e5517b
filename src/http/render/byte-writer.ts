import { trimmed } from '../../lib/trimmed.ts'

const FIRST_BYTES = 64 * 1024
const MAX_BYTES_PER_UNIT = 3

/** Collects text as UTF-8 in one growing buffer. */
export class ByteWriter {
  #bytes = Buffer.allocUnsafeSlow(FIRST_BYTES)
  #length = 0

  get length(): number {
    return this.#length
  }

  write(text: string): void {
    this.#makeRoom(text.length * MAX_BYTES_PER_UNIT)
    this.#length += this.#bytes.write(text, this.#length)
  }

  /** Everything written so far, in memory of its own size; nothing may be written after it. */
  take(): Buffer {
    return trimmed(this.#bytes.subarray(0, this.#length))
  }

  #makeRoom(bytes: number): void {
    if (this.#length + bytes <= this.#bytes.length) return
    const larger = Buffer.allocUnsafeSlow(Math.max(this.#length + bytes, this.#bytes.length * 2))
    this.#bytes.copy(larger, 0, 0, this.#length)
    this.#bytes = larger
  }
}
