// Commits a run whenever it is told to, and stops itself before the statement it is told.

import { createInterface } from 'node:readline'
import { watchSteps } from './steps.ts'
import { openWriter, type WriterPlace, writeWeights } from './two-writers.ts'

const [place = '', clockOffsetMs = '0', steps = 'all'] = process.argv.slice(2)
const realNow = Date.now
Date.now = () => realNow() + Number(clockOffsetMs)

const say = (word: string, what: object): void =>
  void process.stdout.write(`${word} ${JSON.stringify(what)}\n`)
const writer = await openWriter(JSON.parse(place) as WriterPlace, 'paused')
const { engine } = writer.store
const { database } = writer.accounts
let count = 0
let pauseAt = 0

function step(what: string): void {
  count++
  if (count !== pauseAt) return
  say('paused', { what })
  process.kill(process.pid, 'SIGSTOP')
}

const { run } = database
// Both databases are asked at the same places; between them the engine does the same.
if (steps === 'all') watchSteps(engine, step)
Object.assign(database, {
  run: (statements: Parameters<typeof run>[0]) => {
    const text = statements.map((statement) => statement.text).join('; ')
    // Renewals come when they come; everything else has its place in the commit.
    if (!/SET expires_ms = .*\+ \$3/.test(text)) step(text)
    return run(statements)
  },
})

say('ready', {})
for await (const line of createInterface({ input: process.stdin })) {
  const [grams, at] = line.split(' ').map(Number)
  count = 0
  pauseAt = at ?? 0
  try {
    say('done', await writeWeights(writer, 'paused', grams ?? 0))
  } catch (error) {
    say('failed', { name: (error as Error).name, message: (error as Error).message })
  }
}
await writer.store.close()
await writer.accounts.close()
