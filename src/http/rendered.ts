/** A body that its handler has written out itself, where building objects first would cost more than everything else. */
export class Rendered {
  readonly text: string

  constructor(text: string) {
    this.text = text
  }
}

/** The text of whatever a handler returned. */
export function renderBody(value: unknown): string {
  return value instanceof Rendered ? value.text : JSON.stringify(value)
}
