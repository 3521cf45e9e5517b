/**
 * A body that its handler has written out itself, where building objects first would cost more than
 * everything else.
 */
export class Rendered {
  readonly text: string

  constructor(text: string) {
    this.text = text
  }
}

/**
 * The same as bytes of UTF-8, for answers of which most is kept that way: a long text would be
 * copied several times more.
 */
export class RenderedBytes {
  readonly bytes: Buffer

  constructor(bytes: Buffer) {
    this.bytes = bytes
  }
}

/** The bytes of whatever a handler returned. */
export function bodyBytes(value: unknown): Buffer {
  if (value instanceof WithHeaders) return bodyBytes(value.value)
  return value instanceof RenderedBytes ? value.bytes : Buffer.from(renderBody(value))
}

/** The text of whatever a handler returned, unless it is bytes already. */
export function renderBody(value: unknown): string {
  if (value instanceof WithHeaders) return renderBody(value.value)
  return value instanceof Rendered ? value.text : JSON.stringify(value)
}

/**
 * An answer with headers of its own, such as how many rows a limit cut off; they are kept with the
 * body.
 */
export class WithHeaders {
  readonly value: unknown
  readonly headers: Readonly<Record<string, string>>

  constructor(value: unknown, headers: Readonly<Record<string, string>>) {
    this.value = value
    this.headers = headers
  }
}

/** The headers that came with whatever a handler returned, as a flat list. */
export function headersOf(value: unknown): readonly string[] {
  return value instanceof WithHeaders ? Object.entries(value.headers).flat() : []
}
