import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { cpus, loadavg, totalmem } from 'node:os'
import { join } from 'node:path'

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
  'Parts that say so had the engine under emulation (`.ci/emulation`), several times slower than it is: what they meet is met, what they miss may not be missed.',
  '',
].join('\n')
const BUSY_LOAD = 1
// Figures of an emulated engine stand beside those of a real one, and do not take their place.
const IS_EMULATED =
  process.arch === 'arm64' &&
  existsSync(join(import.meta.dirname, '../../node_modules/.emulation/quick'))

/** Gathers the figures of one suite, prints them as they come and writes them down at the end. */
export class Report {
  readonly #sections: { title: string; lines: Line[] }[] = []
  /** Of the last minute before the suite began: work of others. */
  readonly #otherLoad = loadavg()[0] ?? 0

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
    const load = this.#otherLoad
    return load < BUSY_LOAD ? '' : `; **beside other work (load average ${load.toFixed(1)})**`
  }

  /** Puts the figures in the place of the suite's former ones. */
  write(suite: string): void {
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
    const text = [
      ...body,
      `\`${suite}\`, ${day}: ${machine}${IS_EMULATED ? '; **the engine under emulation**' : ''}${this.#beside()}.`,
    ].join('\n\n')
    const known = readParts()
    known.set(IS_EMULATED ? `${suite}Emulated` : suite, text)
    const parts = [...known].map(([name, part]) => `<!-- ${name} -->\n\n${part}\n`)
    writeFileSync(RESULTS, `${HEAD}\n${parts.join('\n')}`)
  }
}

/** The parts of the results by suite. */
function readParts(): Map<string, string> {
  const text = existsSync(RESULTS) ? readFileSync(RESULTS, 'utf8') : ''
  const pieces = text.split(/^<!-- (\w+) -->$/m).slice(1)
  return new Map(
    pieces.flatMap((piece, index) =>
      index % 2 === 0 ? [[piece, (pieces[index + 1] ?? '').trim()] as const] : [],
    ),
  )
}
