import { readdirSync, readFileSync } from 'node:fs'
import { extname, join } from 'node:path'
import { StaticFile } from '../responses/static-file.ts'

const OWN = join(import.meta.dirname, 'browser')
const EXPLORER = join(import.meta.dirname, '../../../explorer')
/** The look is the explorer's: these files of it are served as they are. */
const SHARED = ['src/styles/base.css', 'src/blocks/frame/frame.css', 'public/theme.js']
const TYPES: Readonly<Record<string, string>> = {
  '.css': 'text/css; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
}

/** Files of the pages, by their names. */
export function readAssets(): Map<string, StaticFile> {
  const own = readdirSync(OWN).filter((name) => !name.includes('.test.'))
  const paths = [
    ...own.map((name) => join(OWN, name)),
    ...SHARED.map((path) => join(EXPLORER, path)),
  ]
  const files = paths.map((path) => [path, readFileSync(path, 'utf8')] as const)
  const tokens = readFileSync(join(EXPLORER, 'src/styles/tokens.css'), 'utf8')
  files.push(['tokens.css', withSystemTheme(tokens)])
  return new Map(
    files.flatMap(([path, text]) => {
      const type = TYPES[extname(path)]
      const name = path.slice(path.lastIndexOf('/') + 1)
      return type === undefined ? [] : [[name, new StaticFile(type, text)] as const]
    }),
  )
}

/** Scripts choose the theme by an attribute; without them the system does. */
export function withSystemTheme(tokens: string): string {
  const dark = /:root\[data-theme="dark"\] (\{[^}]*\})/.exec(tokens)?.[1]
  if (dark === undefined) throw new Error('The tokens have no dark theme.')
  return `${tokens}
@media (prefers-color-scheme: dark) {
  @layer tokens {
    :root:not([data-theme]) ${dark}
  }
}
`
}
