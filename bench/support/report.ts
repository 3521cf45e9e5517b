import { writeFileSync } from 'node:fs'
import { cpus, totalmem } from 'node:os'
import { join } from 'node:path'

export interface Line {
  what: string
  measured: string
  limit: string
  met: boolean | null
}

/** Gathers the figures of one run, prints them as they come and writes them down at the end. */
export class Report {
  readonly #sections: { title: string; lines: Line[] }[] = []

  section(title: string): void {
    console.log(`\n${title}`)
    this.#sections.push({ title, lines: [] })
  }

  add(what: string, measured: string, limit = '', met: boolean | null = null): void {
    console.log(`  ${what}: ${measured}${limit === '' ? '' : ` (limit ${limit}: ${met ? 'met' : 'MISSED'})`}`)
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

  write(): void {
    const machine = `${cpus().length} × ${cpus()[0]?.model ?? 'unknown'}, ${Math.round(totalmem() / 2 ** 30)} GiB, Node ${process.versions.node}, ${process.platform}`
    const body = this.#sections.map(({ title, lines }) => {
      const rows = lines.map(
        ({ what, measured, limit, met }) => `| ${what} | ${measured} | ${limit} | ${met === null ? '' : met ? 'met' : '**missed**'} |`,
      )
      return [`## ${title}`, '', '| what | measured | limit | |', '|---|---|---|---|', ...rows].join('\n')
    })
    const text = [
      '# Benchmark results',
      '',
      `Made by \`npm run bench\`. Machine: ${machine}. Ratios compare with a peer measured in the same run.`,
      '',
      body.join('\n\n'),
      '',
    ].join('\n')
    writeFileSync(join(import.meta.dirname, '..', 'RESULTS.md'), text)
  }
}
