/** A body that its handler has written out itself, where building objects first would cost more than everything else. */
export class Rendered {
  readonly text: string

  constructor(text: string) {
    this.text = text
  }
}

/** The text of whatever a handler returned. */
export function renderBody(value: unknown): string {
  if (value instanceof WithHeaders) return renderBody(value.value)
  return value instanceof Rendered ? value.text : JSON.stringify(value)
}

/** An answer with headers of its own, such as how many rows a limit cut off; they are kept with the body. */
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
