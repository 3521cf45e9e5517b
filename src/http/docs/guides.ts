import { readFileSync } from 'node:fs'
import { join } from 'node:path'

const FOLDER = join(import.meta.dirname, '../../../docs/guides')
/** In the order in which a newcomer needs them. */
const IDS = ['quick-start', 'keys', 'limits', 'errors', 'coin-ids', 'as-of', 'pages', 'formats']
const HEAD = /^# (?<title>.+)\n\n(?<summary>.+)\n(?<text>[\s\S]*)$/
const EXAMPLE =
  /^```http\n(?<method>\w+) (?<path>\S+)(?: → (?<status>\d+))?\n(?<key>X-API-Key: <key>\n)?(?:\n(?<body>.+)\n)?```$/

/** A request that a guide shows; a test asks every one of them. */
export interface GuideExample {
  readonly method: string
  /** `{now}` stands for the time of the service. */
  readonly path: string
  readonly needsKey: boolean
  readonly body: string | undefined
  /** What it answers, if not 200. */
  readonly status: number | undefined
}

export interface GuideSection {
  readonly title: string | undefined
  /** Prose, and requests between it. */
  readonly parts: readonly (string | GuideExample)[]
}

export interface Guide {
  /** Its path below `/docs`. */
  readonly id: string
  readonly title: string
  readonly summary: string
  readonly sections: readonly GuideSection[]
}

/** The guides of `docs/guides`: Markdown, of which each block of `http` is a request. */
export function readGuides(): Guide[] {
  return IDS.map((id) => parseGuide(id, readFileSync(join(FOLDER, `${id}.md`), 'utf8')))
}

function parseGuide(id: string, markdown: string): Guide {
  const [head = '', ...sections] = markdown.split(/^## /m)
  const { title, summary, text = '' } = HEAD.exec(head)?.groups ?? {}
  if (title === undefined || summary === undefined)
    throw new Error(`${id}.md begins with no title and summary.`)
  const first = text.trim() === '' ? [] : [parseSection(undefined, text)]
  const others = sections.map((section) => {
    const end = section.indexOf('\n')
    return parseSection(section.slice(0, end), section.slice(end))
  })
  return { id, title, summary, sections: [...first, ...others] }
}

function parseSection(title: string | undefined, text: string): GuideSection {
  const parts = text.split(/^(```http$.*?^```$)/ms)
  return { title, parts: parts.map((part) => (part.startsWith('```') ? parseExample(part) : part)) }
}

function parseExample(block: string): GuideExample {
  const { method, path, status, key, body } = EXAMPLE.exec(block)?.groups ?? {}
  if (method === undefined || path === undefined) throw new Error(`No request: ${block}`)
  return {
    ...{ method, path, body, needsKey: key !== undefined },
    status: status === undefined ? undefined : Number(status),
  }
}
