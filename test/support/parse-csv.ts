export interface CsvCell {
  text: string
  isQuoted: boolean
}

/** The cells of a CSV text by RFC 4180, line by line. */
export function parseCsv(text: string): CsvCell[][] {
  const lines: CsvCell[][] = [[]]
  const cell = /(?:"((?:[^"]|"")*)"|([^",\n]*))(,|\n|$)/gy
  while (cell.lastIndex < text.length) {
    const found = cell.exec(text)
    if (found === null) throw new Error(`Not CSV from character ${cell.lastIndex} on.`)
    const [, quoted, plain = '', end] = found
    const isQuoted = quoted !== undefined
    lines.at(-1)?.push({ text: isQuoted ? quoted.replaceAll('""', '"') : plain, isQuoted })
    if (end === '\n') lines.push([])
  }
  return lines.slice(0, -1)
}
