import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { cpus, loadavg, totalmem } from 'node:os'
import { join } from 'node:path'
import { type Peer, residentMb } from './processes.ts'

export interface Line {
  what: string
  measured: string
  limit: string
  met: boolean | null
}

const RESULTS = join(import.meta.dirname, '..', 'RESULTS.md')
const HEAD = [
  '# Benchmark results',
  '',
  'Made by `npm run bench` and `npm run torture`: each suite writes its own part, the newest run of it. Ratios compare with a peer measured in the same run.',
  'A suite without a part here has to be measured again: its last figures were of older code.',
  '',
].join('\n')
const MAX_MEMORY_MB = 1_500
const BUSY_LOAD = 1
// Of the last minute before the program began: later it has the work of earlier suites in it.
const OTHER_LOAD = loadavg()[0] ?? 0
// Nothing that an emulated engine takes says how long a real one would.
const IS_EMULATED =
  process.arch === 'arm64' &&
  existsSync(join(import.meta.dirname, '../../node_modules/.emulation/quick'))

/** Gathers the figures of one suite, prints them as they come and writes them down at the end. */
export class Report {
  readonly #sections: { title: string; lines: Line[] }[] = []

  section(title: string): void {
    console.log(`\n${title}`)
    this.#sections.push({ title, lines: [] })
  }

  add(what: string, measured: string, limit = '', met: boolean | null = null): void {
    console.log(
      `  ${what}: ${measured}${limit === '' ? '' : ` (limit ${limit}: ${met ? 'met' : 'MISSED'})`}`,
    )
    this.#sections.at(-1)?.lines.push({ what, measured, limit, met })
  }

  /** A figure with a limit of its own; `more` is what else is known of it. */
  limited(what: string, value: number, max: number, unit = 'ms', more = ''): void {
    const measured = `${Number(value.toFixed(value < 100 ? 1 : 0))} ${unit}${more}`
    this.add(what, measured, `≤ ${max} ${unit}`, value <= max)
  }

  /** A count of what must not be. */
  none(what: string, count: number): void {
    this.add(what, count.toLocaleString('en'), '0', count === 0)
  }

  /** What a service has in memory, after all requests of its suite. */
  memory({ pid }: Peer, what = 'resident memory'): void {
    this.limited(what, residentMb(pid), MAX_MEMORY_MB, 'MB')
  }

  /** A time or an amount as a multiple of another one, which may have a limit. */
  times(what: string, ours: number, peer: number, atMost?: number, unit = 'ms'): void {
    const times = ours / peer
    const measured = `${times.toFixed(2)} (${ours.toFixed(1)} ${unit} against ${peer.toFixed(1)} ${unit})`
    if (atMost === undefined) this.add(what, measured)
    else this.add(what, measured, `≤ ${atMost}`, times <= atMost)
  }

  ratio(what: string, ours: number, peer: number, atLeast: number): void {
    const ratio = ours / peer
    this.add(
      what,
      `${ratio.toFixed(2)} (${Math.round(ours).toLocaleString('en')} against ${Math.round(peer).toLocaleString('en')})`,
      `≥ ${atLeast}`,
      ratio >= atLeast,
    )
  }

  /** Whether no limit was missed. */
  get isMet(): boolean {
    return this.#sections.every(({ lines }) => lines.every(({ met }) => met !== false))
  }

  /** Times and rates beside other work are not those of a quiet machine. */
  #beside(): string {
    const load = OTHER_LOAD
    return load < BUSY_LOAD ? '' : `; **beside other work (load average ${load.toFixed(1)})**`
  }

  /** Puts the figures in the place of the suite's former ones. */
  write(suite: string): void {
    if (IS_EMULATED) throw new Error('Figures of an emulated engine are not written down.')
    const machine = `${cpus().length} × ${cpus()[0]?.model ?? 'unknown'}, ${Math.round(totalmem() / 2 ** 30)} GiB, Node ${process.versions.node}, ${process.platform}`
    const body = this.#sections.map(({ title, lines }) => {
      const rows = lines.map(
        ({ what, measured, limit, met }) =>
          `| ${what} | ${measured} | ${limit} | ${met === null ? '' : met ? 'met' : '**missed**'} |`,
      )
      return [
        `## ${title}`,
        '',
        '| what | measured | limit | |',
        '|---|---|---|---|',
        ...rows,
      ].join('\n')
    })
    const day = new Date().toISOString().slice(0, 10)
    const text = [...body, `\`${suite}\`, ${day}: ${machine}${this.#beside()}.`].join('\n\n')
    const known = readParts()
    known.set(suite, text)
    const parts = [...known].map(([name, part]) => `<!-- ${name} -->\n\n${part}\n`)
    writeFileSync(RESULTS, `${HEAD}\n${parts.join('\n')}`)
  }
}

function readParts(): Map<string, string> {
  const text = existsSync(RESULTS) ? readFileSync(RESULTS, 'utf8') : ''
  const pieces = text.split(/^<!-- (\w+) -->$/m).slice(1)
  return new Map(
    pieces.flatMap((piece, index) =>
      index % 2 === 0 ? [[piece, (pieces[index + 1] ?? '').trim()] as const] : [],
    ),
  )
}

/** Runs every suite, or the wanted ones, and writes down each when it is done; whether all limits were met. */
export async function runSuites(
  suites: Readonly<Record<string, (report: Report) => Promise<void>>>,
  wanted: readonly string[],
  { what, partOf }: { what: string; partOf: (suite: string) => string | undefined },
): Promise<boolean> {
  const unknown = wanted.filter((name) => !(name in suites))
  if (unknown.length > 0)
    throw new Error(
      `No such ${what}: ${unknown.join(', ')}. There are ${Object.keys(suites).join(', ')}.`,
    )
  let isMet = true
  for (const [name, suite] of Object.entries(suites)) {
    if (wanted.length > 0 && !wanted.includes(name)) continue
    const report = new Report()
    await suite(report)
    const part = partOf(name)
    if (part !== undefined) report.write(part)
    isMet &&= report.isMet
  }
  return isMet
}
