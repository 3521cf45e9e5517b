const MAX_CENTS = 1e15
const FIRST_BYTES = 64 * 1024
// The longest text of a number, such as -2.2250738585072014e-308.
const NUMBER_BYTES = 32
const MAX_BYTES_PER_UNIT = 3

// Shorter ones are copied byte by byte, which costs less than a call.
const SHORT_BYTES = 48

const [ZERO, MINUS, POINT] = [48, 45, 46]

/**
 * JSON as bytes of UTF-8, for answers of hundreds of thousands of numbers: writing digits into a
 * buffer costs a fraction of joining texts. What it writes of a number is what `JSON.stringify`
 * writes.
 */
export class JsonBytes {
  #bytes: Buffer = Buffer.allocUnsafe(FIRST_BYTES)
  #length = 0

  get length(): number {
    return this.#length
  }

  /** Takes back what was written after a length. */
  cut(length: number): void {
    this.#length = length
  }

  text(text: string): void {
    this.#makeRoom(text.length * MAX_BYTES_PER_UNIT)
    this.#length += this.#bytes.write(text, this.#length)
  }

  /** Text that is written already, such as the name of a member that many objects have. */
  raw(bytes: Uint8Array): void {
    this.#makeRoom(bytes.length)
    const target = this.#bytes
    const at = this.#length
    if (bytes.length > SHORT_BYTES) target.set(bytes, at)
    else
      for (let index = 0; index < bytes.length; index++) target[at + index] = bytes[index] as number
    this.#length = at + bytes.length
  }

  number(value: number): void {
    this.#makeRoom(NUMBER_BYTES)
    const cents = Math.round(value * 100)
    // A decimal of at most 15 digits is the shortest text of the double next to it.
    if (cents / 100 === value && cents > -MAX_CENTS && cents < MAX_CENTS && !Object.is(value, -0))
      this.#writeCents(cents)
    else
      this.#length += this.#bytes.write(
        Number.isFinite(value) ? String(value) : 'null',
        this.#length,
        'latin1',
      )
  }

  /** Everything written so far; nothing may be written after it. */
  take(): Buffer {
    return this.#bytes.subarray(0, this.#length)
  }

  #writeCents(cents: number): void {
    let whole = cents < 0 ? -cents : cents
    if (cents < 0) this.#bytes[this.#length++] = MINUS
    const rest = whole % 100
    whole = (whole - rest) / 100
    this.#writeInteger(whole)
    if (rest === 0) return
    this.#bytes[this.#length++] = POINT
    const tenths = (rest / 10) | 0
    this.#bytes[this.#length++] = ZERO + tenths
    if (rest !== tenths * 10) this.#bytes[this.#length++] = ZERO + rest - tenths * 10
  }

  #writeInteger(value: number): void {
    const target = this.#bytes
    // Nine digits at a time: small integers divide quicker.
    const high = value >= 1e9 ? Math.floor(value / 1e9) : 0
    if (high > 0) this.#writeInteger(high)
    let low = (value - high * 1e9) | 0
    let digits = high > 0 ? 9 : 1
    for (let limit = 10 ** digits; low >= limit && digits < 9; limit *= 10) digits++
    for (let index = this.#length + digits - 1; index >= this.#length; index--) {
      const next = (low / 10) | 0
      target[index] = ZERO + low - next * 10
      low = next
    }
    this.#length += digits
  }

  #makeRoom(bytes: number): void {
    if (this.#length + bytes <= this.#bytes.length) return
    const larger = Buffer.allocUnsafe(Math.max(this.#bytes.length * 2, this.#length + bytes))
    larger.set(this.#bytes.subarray(0, this.#length))
    this.#bytes = larger
  }
}
