import { hash } from 'node:crypto'
import { at } from '../../lib/at.ts'
import { type Cursor, encodeCursor, ofList } from '../cursor.ts'

/** Where a page of a list begins, and the state of the data that all its pages show. */
export interface PageStart {
  readonly run: number
  /** The step of the clock that the first page was made at. */
  readonly nowSec: number
  readonly offset: number
}

const LIST_LENGTH = 12

/** A name for a list: the same for requests that differ only in the page. */
export function listOf(request: readonly unknown[]): string {
  const text = JSON.stringify(request, (_, value) => (value instanceof Set ? [...value] : value))
  return hash('sha256', text, 'base64url').slice(0, LIST_LENGTH)
}

export function writePageStart(list: string, { run, nowSec, offset }: PageStart): string {
  return encodeCursor({ list, run, position: [nowSec, offset] })
}

/** Where the page of a cursor begins; a cursor of another list is refused. */
export function readPageStart(cursor: Cursor | undefined, list: string): PageStart | undefined {
  const own = ofList(cursor, list, ['uint32', 'uint32'])
  return own && { run: own.run, nowSec: Number(at(own.position, 0)), offset: offsetOf(own) }
}

/** How many rows stand before the page of a cursor. */
export function offsetOf(cursor: Cursor | undefined): number {
  return cursor === undefined ? 0 : Number(at(cursor.position, 1))
}
