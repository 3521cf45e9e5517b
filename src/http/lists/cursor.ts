import { hash } from 'node:crypto'
import { invalidParameter } from '../../lib/errors.ts'
import type { Parameter } from '../parameters.ts'

/** Where a list goes on: after which row, of which list, and of which state of the data. */
export interface Cursor {
  /** Tells the list with its filters and order from any other. */
  readonly list: string
  readonly run: number
  /** The step of the clock that the first page was made at. */
  readonly nowSec: number
  readonly offset: number
}

const FORM = /^([\w-]{12})\.(\d{1,10})\.(\d{1,10})\.(\d{1,9})$/
const LIST_LENGTH = 12
const CHECK_LENGTH = 8

/** A name for a list: the same for requests that differ only in the page. */
export function listOf(request: readonly unknown[]): string {
  const text = JSON.stringify(request, (_, value) => (value instanceof Set ? [...value] : value))
  return hash('sha256', text, 'base64url').slice(0, LIST_LENGTH)
}

export function writeCursor({ list, run, nowSec, offset }: Cursor): string {
  const text = `${list}.${run}.${nowSec}.${offset}`
  return Buffer.from(checkOf(text) + text).toString('base64url')
}

/** The cursor of a page. An empty one stands for the first page. */
export const cursorParameter: Parameter<Cursor | undefined> = {
  describe:
    'Where to go on, from `Link` of the page before. All pages show the data of the first one. Empty: the first page.',
  example: '',
  schema: { type: 'string', maxLength: 100 },
  parse: (value, name) => {
    if (value === undefined || value === '') return undefined
    const text = Buffer.from(value, 'base64url').toString('latin1')
    const body = text.slice(CHECK_LENGTH)
    const [, list, run, nowSec, offset] = FORM.exec(body) ?? []
    const isWhole = Buffer.from(text, 'latin1').toString('base64url') === value
    if (list === undefined || !isWhole || text.slice(0, CHECK_LENGTH) !== checkOf(body))
      throw invalidParameter(name, 'is damaged or made up. Ask without it for the first page.')
    return { list, run: Number(run), nowSec: Number(nowSec), offset: Number(offset) }
  },
}

function checkOf(text: string): string {
  return hash('sha256', text, 'base64url').slice(0, CHECK_LENGTH)
}
