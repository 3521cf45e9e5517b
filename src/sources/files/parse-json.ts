import { UnknownShape } from '../mirror/read-value.ts'

/** JSON of a body; `label` names it in the error. */
export function parseJson(body: Buffer, label: string): unknown {
  try {
    return JSON.parse(body.toString('utf8'))
  } catch {
    throw new UnknownShape(label, 'is not valid JSON')
  }
}
