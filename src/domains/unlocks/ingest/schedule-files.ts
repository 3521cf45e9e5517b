import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { JsonTextError, readJson } from '../../../lib/json-lines.ts'
import { toSlug } from '../../../lib/slug.ts'
import { checkSchedule } from '../derive/check-schedule.ts'
import { problemLine } from '../derive/object-members.ts'
import { MAX_SCHEDULE_LENGTH } from '../facts.ts'
import type { Schedule } from '../schedule.ts'

/** The folder of schedules (docs/unlock-schedules.md). */
export const SCHEDULES_FOLDER = join(import.meta.dirname, '../../../../data/unlocks')

export interface ScheduleFile {
  /** The file's name without `.json`. */
  id: string
  path: string
  schedule: Schedule
  /** The schedule as it is stored: the file's JSON without spaces. */
  text: string
}

export interface ScheduleFiles {
  good: ScheduleFile[]
  /** Lines such as `data/unlocks/foo.json:17: sections.0.category must be one of …`. */
  problems: string[]
}

interface LineProblem {
  line: number
  problem: string
}

const MAX_FILES = 5_000
const MAX_BYTES = 2 * MAX_SCHEDULE_LENGTH
const NAME = /^[a-z0-9][a-z0-9._-]{0,150}\.json$/

/** The schedules of a folder, by name; a missing folder, as git leaves an empty one, has none. */
export function listScheduleFiles(folder: string): string[] {
  if (!existsSync(folder)) return []
  const names = readdirSync(folder).filter((name) => name.endsWith('.json'))
  return names.sort().map((name) => join(folder, name))
}

/** Reads and checks schedules. An invalid file is left out and named, with its line. */
export function readScheduleFiles(paths: readonly string[]): ScheduleFiles {
  const found: ScheduleFiles = { good: [], problems: [] }
  if (paths.length > MAX_FILES)
    return {
      good: [],
      problems: [`${paths.length} files of schedules; at most ${MAX_FILES} are read`],
    }
  const claimed = new Map<string, string>()
  for (const path of paths) {
    const { file, problems } = readScheduleFile(path)
    const clashes = file === undefined ? [] : claim(file, claimed)
    found.problems.push(
      ...[...problems, ...clashes].map(
        ({ line, problem }) => `${shownName(path)}:${line}: ${problem}`,
      ),
    )
    if (file !== undefined && clashes.length === 0) found.good.push(file)
  }
  return found
}

/** A file of the project with its folder, another one by its name alone. */
function shownName(path: string): string {
  return dirname(path) === SCHEDULES_FOLDER ? `data/unlocks/${basename(path)}` : basename(path)
}

function readScheduleFile(path: string): { file?: ScheduleFile; problems: LineProblem[] } {
  const refuse = (line: number, problem: string) => ({ problems: [{ line, problem }] })
  if (!NAME.test(basename(path)))
    return refuse(
      1,
      'the name of a file is small letters, digits, dots and dashes, and ends in .json',
    )
  try {
    if (statSync(path).size > MAX_BYTES)
      return refuse(1, `the file has more than ${MAX_BYTES.toLocaleString('en')} bytes`)
    const { value, lineOf } = readJson(readFileSync(path, 'utf8'))
    const { schedule, problems } = checkSchedule(value)
    const text = JSON.stringify(value)
    if (schedule !== undefined && text.length <= MAX_SCHEDULE_LENGTH) {
      return { file: { id: basename(path, '.json'), path, schedule, text }, problems: [] }
    }
    if (schedule !== undefined)
      return refuse(
        1,
        `the schedule has more than ${MAX_SCHEDULE_LENGTH.toLocaleString('en')} characters`,
      )
    return {
      problems: problems.map((one) => ({ line: lineOf(one.path), problem: problemLine(one) })),
    }
  } catch (error) {
    if (error instanceof JsonTextError) return refuse(error.line, error.message)
    return refuse(
      1,
      `the file cannot be read (${(error as NodeJS.ErrnoException).code ?? 'unknown reason'})`,
    )
  }
}

/** A token and a name belong to one file only: the first one that has them. */
function claim({ path, schedule }: ScheduleFile, claimed: Map<string, string>): LineProblem[] {
  const things = new Map([
    ['token', schedule.token],
    ['name', toSlug(schedule.name)],
    ...(schedule.aggregatorId === null
      ? []
      : [['aggregatorId', schedule.aggregatorId.toLowerCase()] as const]),
  ])
  const taken = [...things].flatMap(([member, thing]) => {
    const owner = claimed.get(`${member} ${thing}`)
    return owner === undefined
      ? []
      : [{ line: 1, problem: `${member} is that of ${shownName(owner)} too` }]
  })
  if (taken.length === 0)
    for (const [member, thing] of things) claimed.set(`${member} ${thing}`, path)
  return taken
}
