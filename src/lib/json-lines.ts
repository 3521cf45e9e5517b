import { printParseErrorCode, visit } from 'jsonc-parser'

export type JsonPath = readonly (string | number)[]

/** A JSON text and where in it each of its members stands. */
export interface LocatedJson {
  value: unknown
  /** The line of a member, or of the nearest member around it that is present. */
  lineOf(path: JsonPath): number
}

/** The text is not valid JSON; `line` is where it stops being valid. */
export class JsonTextError extends Error {
  readonly line: number

  constructor(problem: string, line: number) {
    super(problem)
    this.line = line
  }
}

// Settings that a person writes do not nest deeper; it also bounds the parser's recursion.
const MAX_DEPTH = 32

/** Reads JSON that a person wrote, with the line of each member. Duplicate names are refused. */
export function readJson(text: string): LocatedJson {
  const json = text.replace(/^\ufeff/, '')
  const lines = listLines(json)
  return {
    value: parse(json),
    lineOf: (path) => {
      for (let length = path.length; length > 0; length--) {
        const line = lines.get(keyOf(path.slice(0, length)))
        if (line !== undefined) return line
      }
      return lines.get(keyOf([])) ?? 1
    },
  }
}

/** Lines by path, from 1. A member stands where its name does; its value may begin lines below. */
function listLines(json: string): Map<string, number> {
  const lines = new Map<string, number>()
  const onValue = (line: number, path: JsonPath): void => {
    if (path.length > MAX_DEPTH) throw new JsonTextError('nested too deeply', line + 1)
    const key = keyOf(path)
    if (!lines.has(key)) lines.set(key, line + 1)
  }
  visit(
    json,
    {
      onObjectProperty: (name, _offset, _length, line, _column, parent) => {
        const key = keyOf([...parent(), name])
        if (lines.has(key))
          throw new JsonTextError(`duplicate name ${JSON.stringify(name)}`, line + 1)
        lines.set(key, line + 1)
      },
      onObjectBegin: (_offset, _length, line, _column, path) => onValue(line, path()),
      onArrayBegin: (_offset, _length, line, _column, path) => onValue(line, path()),
      onLiteralValue: (_value, _offset, _length, line, _column, path) => onValue(line, path()),
      onError: (code, _offset, _length, line) => {
        // The parser names its errors like `CommaExpected`.
        const problem = printParseErrorCode(code).replace(/(?<=[a-z])(?=[A-Z])/g, ' ')
        throw new JsonTextError(`not valid JSON: ${problem.toLowerCase()}`, line + 1)
      },
    },
    { disallowComments: true },
  )
  return lines
}

/** The values are the runtime's own, so that every reader of JSON agrees. */
function parse(json: string): unknown {
  try {
    return JSON.parse(json)
  } catch (error) {
    throw new JsonTextError(`not valid JSON: ${(error as SyntaxError).message}`, 1)
  }
}

function keyOf(path: JsonPath): string {
  return JSON.stringify(path)
}
