import { createWriteStream } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import { type Clock, toSec } from '../../lib/clock.ts'
import { UsageError } from '../../lib/errors.ts'
import { parseJson } from '../../lib/parse-json.ts'
import { UnknownShape } from '../../sources/mirror/read-value.ts'
import type { Call, FactRows, ResponseReader } from '../../sources/mirror/response.ts'
import type { Store } from '../../store/store.ts'
import { detectCompression } from './files/detect-format.ts'
import { openForReading, readBytes, readHead } from './files/read-bytes.ts'
import { WorkFolder } from './files/work-folder.ts'
import { type ExamineImport, type ImportOptions, importFiles } from './import-files.ts'
import type { ImportSummary } from './import-summary.ts'
import { NothingNew } from './settle.ts'

/** What a response brought: a summary for each of its facts, and what could not be read of it. */
export interface ResponseSummary {
  operation: string
  facts: { fact: string; summary: ImportSummary | null }[]
  problems: string[]
}

export interface ResponseImport {
  response: ResponseReader
  call: Call
  options: Omit<ImportOptions, 'fact'>
  examine: ExamineImport
}

const LINES_PER_CHUNK = 2_000

/** Imports saved responses of an operation: each of the facts that they carry is a run. */
export async function importResponse(
  store: Store,
  clock: Clock,
  { response, call, options, examine }: ResponseImport,
): Promise<ResponseSummary> {
  const problems: string[] = []
  const nowSec = toSec(clock.nowMs())
  const carried = new Map<string, FactRows['rows'][number][]>()
  for (const path of options.files)
    for (const { fact, rows } of await readResponse(path, { response, call, problems, nowSec }))
      carried.set(fact.name, [...(carried.get(fact.name) ?? []), ...rows])
  const folder = new WorkFolder(options.rejectsDir)
  const facts: ResponseSummary['facts'] = []
  try {
    for (const [fact, rows] of carried) {
      if (rows.length === 0) continue
      const { onlyNew = false } = response.carries.find((one) => one.fact.name === fact) ?? {}
      const file = await writeRows(folder, `${basename(options.files[0] ?? '')} ${fact}`, rows)
      const one = { ...options, fact, files: [file], format: 'ndjson', onlyNew }
      const summary = await importFiles(store, clock, one, examine).catch((error: unknown) => {
        if (error instanceof NothingNew) return null
        throw error
      })
      facts.push({ fact, summary })
    }
  } finally {
    await folder.remove()
  }
  if (facts.length === 0)
    throw new UsageError(
      `no rows in the response of ${call.operation}; ${problems[0] ?? 'it is empty'}`,
    )
  return { operation: call.operation, facts, problems }
}

interface Reading extends Pick<ResponseImport, 'response' | 'call'> {
  problems: string[]
  nowSec: number
}

async function readResponse(
  path: string,
  { response, call, problems, nowSec }: Reading,
): Promise<FactRows[]> {
  const name = basename(path)
  const { handle } = await openForReading(path)
  const { mtimeMs } = await handle.stat().finally(() => handle.close())
  const compression = detectCompression(await readHead({ path, compression: 'none' }, 8))
  const body = parseJson(await text(Readable.from(readBytes({ path, compression }))))
  if (body === undefined) throw new UsageError(`${name}: not valid JSON`)
  try {
    return response.rows(body, {
      call,
      // What a response says of "now" is of when it was saved.
      atSec: Math.min(nowSec, toSec(mtimeMs)),
      problem: (message) => problems.push(`${name}: ${message}`),
    })
  } catch (error) {
    if (!(error instanceof UnknownShape)) throw error
    throw new UsageError(`${name}: not a response of ${call.operation}: ${error.message}`)
  }
}

async function writeRows(
  folder: WorkFolder,
  name: string,
  rows: FactRows['rows'],
): Promise<string> {
  const own = await folder.newPath()
  await mkdir(own)
  const path = join(own, name)
  const chunks = function* () {
    for (let from = 0; from < rows.length; from += LINES_PER_CHUNK)
      yield rows
        .slice(from, from + LINES_PER_CHUNK)
        .map((row) => `${JSON.stringify(row)}\n`)
        .join('')
  }
  await pipeline(Readable.from(chunks()), createWriteStream(path))
  return path
}
