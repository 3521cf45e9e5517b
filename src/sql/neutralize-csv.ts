const QUOTE = 0x22
const APOSTROPHE = 0x27
// What makes a spreadsheet take a text for a formula: = + - @ tab and carriage return.
const FORMULA_STARTS = new Set([0x3d, 0x2b, 0x2d, 0x40, 0x09, 0x0d])

/** Puts an apostrophe before texts that a spreadsheet would run. The engine quotes all texts. */
export function neutralizeCsv(csv: Buffer): Buffer {
  const parts: Buffer[] = []
  let from = 0
  let isQuoted = false
  for (let index = csv.indexOf(QUOTE); index >= 0; index = csv.indexOf(QUOTE, index + 1)) {
    isQuoted = !isQuoted
    // A doubled quote inside a text closes it and opens it again: nothing begins there.
    const begins: boolean = isQuoted && csv[index - 1] !== QUOTE
    if (!begins || !FORMULA_STARTS.has(csv[index + 1] ?? QUOTE)) continue
    parts.push(csv.subarray(from, index + 1), Buffer.of(APOSTROPHE))
    from = index + 1
  }
  return parts.length === 0 ? csv : Buffer.concat([...parts, csv.subarray(from)])
}
