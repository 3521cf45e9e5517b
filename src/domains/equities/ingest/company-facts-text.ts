import { emptyRecord } from '../../../lib/records.ts'
import { isKnownTag } from './company-facts.ts'

const FACTS = '"facts":'
const UNITS = '"units":{'
const CONCEPT_END = ']}}'
const [QUOTE, COLON, COMMA, OPEN, CLOSE] = [34, 58, 44, 123, 125]

/** Known tags of a `companyfacts` file, a fifth of it: parsing all would dominate an import. */
export function readCompanyFacts(content: Buffer): unknown {
  const start = content.indexOf(`${FACTS}{`)
  if (start < 0) return undefined
  try {
    const head = JSON.parse(`${content.toString('utf8', 0, start)}${FACTS}{}}`) as object
    const facts = emptyRecord<unknown>()
    let at = start + FACTS.length
    do {
      const taxonomy = nameAfter(content, at)
      const { concepts, end } = readConcepts(content, taxonomy)
      facts[taxonomy.name] = concepts
      at = end + 1
    } while (content[at] === COMMA)
    return content.toString('latin1', at).trimEnd() === '}}' ? { ...head, facts } : undefined
  } catch {
    return undefined
  }
}

interface Name {
  readonly name: string
  /** Where its value begins, with a brace. */
  readonly valueAt: number
}

/** The name after a brace or a comma, if its value is an object. */
function nameAfter(content: Buffer, at: number): Name {
  const end = content.indexOf(QUOTE, at + 2)
  if (content[at + 1] !== QUOTE || content[end + 1] !== COLON || content[end + 2] !== OPEN)
    throw new SyntaxError('not as published')
  return { name: content.toString('utf8', at + 2, end), valueAt: end + 2 }
}

function readConcepts(
  content: Buffer,
  taxonomy: Name,
): { concepts: Record<string, unknown>; end: number } {
  const concepts = emptyRecord<unknown>()
  let at = taxonomy.valueAt
  do {
    const { name, valueAt } = nameAfter(content, at)
    const unitsAt = content.indexOf(UNITS, valueAt)
    const end = content.indexOf(CONCEPT_END, unitsAt) + CONCEPT_END.length
    if (unitsAt < 0 || end < unitsAt || content[unitsAt + UNITS.length] !== QUOTE)
      throw new SyntaxError('not as published')
    if (isKnownTag(taxonomy.name, name))
      concepts[name] = JSON.parse(content.toString('utf8', valueAt, end))
    // The texts before the figures are parsed to be sure that these belong to this tag.
    else JSON.parse(`${content.toString('utf8', valueAt, unitsAt)}"units":0}`)
    at = end
  } while (content[at] === COMMA)
  if (content[at] !== CLOSE) throw new SyntaxError('not as published')
  return { concepts, end: at }
}
