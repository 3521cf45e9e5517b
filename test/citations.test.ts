import { execFileSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'

const ROOT = join(import.meta.dirname, '..')
const CODE = /\.(ts|tsx|mjs|cjs|css|sh|yml)$/

/** A page of the repository, such as `docs/operate.md#the-disk-fills`. */
const PATH = /(?<![\w/.])((?:spec|docs)\/[\w/-]+\.md)(?:#([\w-]+))?/g
/** A rule of `spec/semantics`, such as `tvl.md#records`. */
const RULE = /(?<![\w/.-])([\w-]+\.md)#([\w-]+)/g
const DECISION = /\bdecision (\d+)\b/gi

const numbers = new Set(
  readdirSync(join(ROOT, 'spec/decisions')).map((name) => Number.parseInt(name, 10)),
)
const isDecision = (number: string | undefined): boolean => numbers.has(Number(number))

const files = execFileSync('git', ['ls-files', '-co', '--exclude-standard'], {
  cwd: ROOT,
  encoding: 'utf8',
})
  .trim()
  .split('\n')
  .filter((file) => existsSync(join(ROOT, file)) && statSync(join(ROOT, file)).isFile())

const read = (file: string): string => readFileSync(join(ROOT, file), 'utf8')

const anchorsOf = new Map<string, Set<string>>()

/** The anchors of the headings of a page, as renderers of Markdown make them. */
function listAnchors(file: string): Set<string> {
  const known = anchorsOf.get(file)
  if (known) return known
  const text = read(file).replaceAll(/^```.*?^```/gms, '')
  const anchors = new Set<string>()
  for (const [, title = ''] of text.matchAll(/^#+ (.*)$/gm)) {
    const slug = title
      .replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1')
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
      .replaceAll(/\s/g, '-')
    let anchor = slug
    for (let copy = 1; anchors.has(anchor); copy++) anchor = `${slug}-${copy}`
    anchors.add(anchor)
  }
  anchorsOf.set(file, anchors)
  return anchors
}

function isThere(path: string, anchor: string | undefined): boolean {
  if (!existsSync(join(ROOT, path))) return false
  return anchor === undefined || !path.endsWith('.md') || listAnchors(path).has(anchor)
}

test('behavior: every link of a Markdown page leads to a file and a heading', () => {
  const wrong: string[] = []
  for (const file of files.filter((name) => name.endsWith('.md'))) {
    const text = read(file)
      .replaceAll(/^```.*?^```/gms, '')
      .replaceAll(/`[^`\n]*`/g, '')
    for (const [, target = ''] of text.matchAll(/\]\(([^()\s]+)\)/g)) {
      if (/^[a-z]+:/.test(target)) continue
      const [path = '', anchor] = target.split('#')
      const whole = path === '' ? file : join(dirname(file), path)
      if (!isThere(whole, anchor)) wrong.push(`${file}: ${target}`)
    }
  }
  expect(wrong).toEqual([])
})

/** What a file cites and does not exist. */
function listWrong(file: string): string[] {
  const text = read(file)
  const pages = [...text.matchAll(PATH)].filter(([, path = '', anchor]) => !isThere(path, anchor))
  const rules = [...text.matchAll(RULE)].filter(
    ([, page, anchor]) =>
      !['spec/semantics', 'docs'].some((folder) => isThere(`${folder}/${page}`, anchor)),
  )
  const decisions = [...text.matchAll(DECISION)].filter(([, number]) => !isDecision(number))
  const former = [...text.matchAll(/\bsemantics \d+(\.\d+)?\b/gi)]
  return [...pages, ...rules, ...decisions, ...former].map(([cited]) => `${file}: ${cited}`)
}

test('behavior: every rule and decision that code cites exists', () => {
  expect(files.filter((name) => CODE.test(name)).flatMap(listWrong)).toEqual([])
})
