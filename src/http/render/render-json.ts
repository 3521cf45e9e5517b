import { TimeSlice } from '../../lib/time-slice.ts'
import { ByteWriter } from './byte-writer.ts'
import { Rows } from './rows.ts'

const BYTES_PER_CHECK = 32 * 1024
// Shorter arrays are part of an item, longer ones are written in slices.
const LONG_ARRAY = 50

export interface RenderOptions {
  /** Told of bytes as they are added, for the memory budget of responses. */
  onBytes?: ((added: number) => void) | undefined
}

/** The JSON of whatever a handler returned: the bytes of `JSON.stringify`, written in slices. */
export async function renderJson(value: unknown, options: RenderOptions = {}): Promise<Buffer> {
  const renderer = new Renderer(options)
  await renderer.value(value)
  return renderer.finish()
}

class Renderer {
  readonly #out = new ByteWriter()
  readonly #onBytes: ((added: number) => void) | undefined
  #checkedLength = 0
  readonly #slice = new TimeSlice()

  constructor({ onBytes }: RenderOptions) {
    this.#onBytes = onBytes
  }

  finish(): Buffer {
    this.#onBytes?.(this.#out.length - this.#checkedLength)
    return this.#out.take()
  }

  async value(value: unknown): Promise<void> {
    if (value instanceof Rows) return this.#rows(value)
    if (Array.isArray(value)) return this.#array(value)
    if (isPlainObject(value)) return this.#object(value)
    this.#out.write(JSON.stringify(value) ?? 'null')
  }

  async #rows(rows: Rows): Promise<void> {
    for (const batch of rows.batches()) {
      this.#out.write(batch)
      if (this.#isDue()) await this.#slice.yield()
    }
  }

  async #array(values: readonly unknown[]): Promise<void> {
    this.#out.write('[')
    for (const [index, value] of values.entries()) {
      if (index > 0) this.#out.write(',')
      if (isLong(value)) await this.value(value)
      else this.#out.write(JSON.stringify(value) ?? 'null')
      if (this.#isDue()) await this.#slice.yield()
    }
    this.#out.write(']')
  }

  async #object(object: Record<string, unknown>): Promise<void> {
    this.#out.write('{')
    let isFirst = true
    for (const [name, value] of Object.entries(object)) {
      const text = isLong(value) ? '' : JSON.stringify(value)
      if (text === undefined) continue
      this.#out.write(`${isFirst ? '' : ','}${JSON.stringify(name)}:${text}`)
      isFirst = false
      if (text === '') await this.value(value)
      if (this.#isDue()) await this.#slice.yield()
    }
    this.#out.write('}')
  }

  #isDue(): boolean {
    const added = this.#out.length - this.#checkedLength
    if (added < BYTES_PER_CHECK) return false
    this.#checkedLength = this.#out.length
    this.#onBytes?.(added)
    return this.#slice.isOver
  }
}

/** Whether a value is, or directly holds, something that is worth writing in slices. */
function isLong(value: unknown): boolean {
  if (value instanceof Rows) return true
  if (Array.isArray(value)) return value.length > LONG_ARRAY || value.some(isLongMember)
  if (!isPlainObject(value)) return false
  const values = Object.values(value)
  return values.length > LONG_ARRAY || values.some(isLongMember)
}

function isLongMember(value: unknown): boolean {
  if (value instanceof Rows || (Array.isArray(value) && value.length > LONG_ARRAY)) return true
  return isPlainObject(value) && Object.values(value).some((member) => member instanceof Rows)
}

function isPlainObject(value: unknown): value is Record<string, unknown> {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false
  const prototype = Object.getPrototypeOf(value)
  return (prototype === Object.prototype || prototype === null) && !('toJSON' in value)
}
