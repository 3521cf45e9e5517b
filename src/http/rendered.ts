import { type RenderOptions, renderJson } from './render/render-json.ts'

/** A body that its handler has written out itself. */
export class Rendered {
  readonly text: string

  constructor(text: string) {
    this.text = text
  }
}

/** The same as bytes of UTF-8. */
export class RenderedBytes {
  readonly bytes: Buffer

  constructor(bytes: Buffer) {
    this.bytes = bytes
  }
}

/** The bytes of a handler's value, rendered in slices unless the handler wrote them itself. */
export async function renderBytes(value: unknown, options: RenderOptions): Promise<Buffer> {
  if (value instanceof WithHeaders) return renderBytes(value.value, options)
  if (!(value instanceof Rendered || value instanceof RenderedBytes))
    return renderJson(value, options)
  const bytes = bodyBytes(value)
  options.onBytes?.(bytes.length)
  return bytes
}

/** The bytes of a handler's value, at once. */
export function bodyBytes(value: unknown): Buffer {
  if (value instanceof WithHeaders) return bodyBytes(value.value)
  return value instanceof RenderedBytes ? value.bytes : Buffer.from(renderBody(value))
}

/** The text of a handler's value, unless it is bytes already. */
export function renderBody(value: unknown): string {
  if (value instanceof WithHeaders) return renderBody(value.value)
  return value instanceof Rendered ? value.text : JSON.stringify(value)
}

/** A value with headers of its own, such as how many rows a limit cut off. */
export class WithHeaders {
  readonly value: unknown
  readonly headers: Readonly<Record<string, string>>

  constructor(value: unknown, headers: Readonly<Record<string, string>>) {
    this.value = value
    this.headers = headers
  }
}

/** The headers of a handler's value, as a flat list. */
export function headersOf(value: unknown): readonly string[] {
  return value instanceof WithHeaders ? Object.entries(value.headers).flat() : []
}
