import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createClient } from '../../../packages/client/src/index.ts'
import { MissingPart } from '../missing-part.ts'
import { run } from '../openapi-tools.ts'

/** The text of a sample, by the name of what it shows. */
export interface NamedSample {
  readonly name: string
  readonly text: string
}

/** Each in turn, in one program: prints a line for each that fails. */
const PYTHON_RUNNER = `
import contextlib, io, json, sys
for sample in json.load(open(sys.argv[1])):
    printed = io.StringIO()
    try:
        with contextlib.redirect_stdout(printed):
            exec(compile(sample["text"], sample["name"], "exec"), {})
        if not printed.getvalue().strip():
            print(sample["name"], "printed nothing")
    except Exception as error:
        print(sample["name"], repr(error))
`

/** What went wrong, a line each. */
export async function runPython(samples: readonly NamedSample[], key: string): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'samples-'))
  const file = join(folder, 'samples.json')
  writeFileSync(file, JSON.stringify(samples))
  const script = `ALMANAC_KEY="$0" exec python3 -c "$1" "$2"`
  const { code, output } = await run('sh', ['-c', script, key, PYTHON_RUNNER, file], folder)
  if (code === 127) throw new MissingPart('Python 3', 'apt-get install python3')
  return output.trim()
}

/** The status of each, in their order. */
export async function runCurl(samples: readonly NamedSample[], key: string): Promise<number[]> {
  const lines = samples.map(({ text }) => text)
  const quiet = `curl() { command curl -sS -o /dev/null -w '%{http_code}\\n' "$@"; }`
  const script = [`ALMANAC_KEY='${key}'`, quiet, ...lines].join('\n')
  const { output } = await run('sh', ['-c', script], tmpdir())
  if (/curl: (command )?not found/.test(output)) throw new MissingPart('curl', 'install curl')
  return output.trim().split('\n').map(Number)
}

type Sample = (
  client: typeof createClient,
  terminal: { log(value: unknown): void },
  program: { env: { ALMANAC_KEY: string } },
) => Promise<void>
const AsyncFunction = (async () => {}).constructor as new (...parts: string[]) => Sample

/** What a sample in TypeScript prints: it needs no types, so it runs as it is. */
export async function runScript({ text }: NamedSample, key: string): Promise<unknown> {
  const [body = ''] = text.split(/^import .*\n/m).slice(-1)
  const sample = new AsyncFunction('createClient', 'console', 'process', body)
  let printed: unknown
  const log = (value: unknown) => {
    printed = value
  }
  await sample(createClient, { log }, { env: { ALMANAC_KEY: key } })
  return printed
}
