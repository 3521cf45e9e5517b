const MAX_ELEMENTS = 1_000_000
const MAX_DEPTH = 12
const MAX_VARINT_BYTES = 10
const [TRUE, FALSE, BYTE, DOUBLE, BINARY, LIST, STRUCT] = [1, 2, 3, 7, 8, 9, 12]
/** Numbers of 16, 32 and 64 bits. */
const WHOLE = [4, 5, 6]

/** Whether bytes are whole as Thrift's compact protocol: the library trusts lengths in them. */
export function isThrift(bytes: Uint8Array): boolean {
  try {
    new Skipper(bytes).skip(STRUCT, 0)
    return true
  } catch (error) {
    if (error instanceof RangeError) return false
    throw error
  }
}

class Skipper {
  readonly #bytes: Uint8Array
  #at = 0
  #elements = 0

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes
  }

  /** Goes over one value of a type. */
  skip(type: number, depth: number): void {
    if (++this.#elements > MAX_ELEMENTS || depth > MAX_DEPTH) throw new RangeError('too much')
    if (type === LIST) this.#skipList(depth)
    else if (type === STRUCT) this.#skipStruct(depth)
    else this.#skipPlain(type)
  }

  #skipPlain(type: number): void {
    // True and false are in the type itself.
    if (type === TRUE || type === FALSE) return
    if (type === BYTE) this.#move(1)
    else if (WHOLE.includes(type)) this.#readVarint()
    else if (type === DOUBLE) this.#move(8)
    else if (type === BINARY) this.#move(this.#readVarint())
    else throw new RangeError('no such type')
  }

  #skipList(depth: number): void {
    const head = this.#readByte()
    const size = head >> 4 === 15 ? this.#readVarint() : head >> 4
    const type = head & 0x0f
    const isFlag = type === TRUE || type === FALSE
    for (let index = 0; index < size; index++) this.skip(isFlag ? BYTE : type, depth + 1)
  }

  #skipStruct(depth: number): void {
    for (let head = this.#readByte(); (head & 0x0f) !== 0; head = this.#readByte()) {
      if (head >> 4 === 0) this.#readVarint()
      this.skip(head & 0x0f, depth + 1)
    }
  }

  #readByte(): number {
    const byte = this.#bytes[this.#at]
    this.#move(1)
    return byte ?? 0
  }

  #readVarint(): number {
    let value = 0
    for (let index = 0; index < MAX_VARINT_BYTES; index++) {
      const byte = this.#readByte()
      value += (byte & 0x7f) * 2 ** (7 * index)
      if (byte < 0x80) return value
    }
    throw new RangeError('too long')
  }

  #move(count: number): void {
    this.#at += count
    if (this.#at > this.#bytes.length) throw new RangeError('behind the end')
  }
}
