/** The value of a JSON text; `undefined` for a text that is none. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** The members of a JSON array; none for any other text. */
export function parseJsonList(text: string): unknown[] {
  const value = parseJson(text)
  return Array.isArray(value) ? value : []
}
