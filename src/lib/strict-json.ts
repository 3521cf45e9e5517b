import { visit } from 'jsonc-parser'
import { parseJson } from './parse-json.ts'
import { shown } from './shown.ts'

/** Why a text is not JSON that can be trusted; follows the name of a file in a message. */
export class StrictJsonError extends Error {}

const MAX_DEPTH = 16

/** JSON of somebody else: two members of one name, which readers take differently, are refused. */
export function parseStrictJson(text: string): unknown {
  const open: (Set<string> | undefined)[] = []
  const enter = (names: Set<string> | undefined) => {
    if (open.length >= MAX_DEPTH) throw new StrictJsonError(`nests deeper than ${MAX_DEPTH} levels`)
    open.push(names)
  }
  const leave = () => void open.pop()
  visit(
    text,
    {
      onObjectBegin: () => enter(new Set()),
      onObjectProperty: (name) => {
        const names = open.at(-1)
        if (names?.has(name)) throw new StrictJsonError(`has two members named ${shown(name)}`)
        names?.add(name)
      },
      onObjectEnd: leave,
      onArrayBegin: () => enter(undefined),
      onArrayEnd: leave,
      onError: () => {
        throw new StrictJsonError('is damaged: it is not valid JSON')
      },
    },
    { disallowComments: true },
  )
  const value = parseJson(text)
  if (value === undefined) throw new StrictJsonError('is damaged: it is not valid JSON')
  return value
}
