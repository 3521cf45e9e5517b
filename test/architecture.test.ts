import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { domains, MAY_READ } from '../src/domains/index.ts'
import { importCircles } from './support/import-circles.ts'
import { codeOf, listFiles, ROOT, readSource } from './support/source-files.ts'

const PLATFORM = [
  ...['store', 'runs', 'sources', 'live', 'follow', 'hooks', 'accounts'],
  ...['derive', 'cache', 'http', 'mcp', 'records', 'traces', 'lib'],
]
/** Folders and files of src from the lowest layer up; a layer imports only layers before it. */
const LAYERS = [
  ['lib'],
  ['derive', 'store'],
  ['accounts', 'cache', 'sources', 'sql', 'traces'],
  ['runs', 'config'],
  ['live', 'config.ts'],
  ['follow'],
  ['hooks', 'http'],
  ['mcp', 'records'],
  ['domains'],
  ['demo', 'live-fetches.ts', 'live-adapters.ts'],
  ['live-sources.ts'],
  ['live.ts'],
  ['app'],
  ['app.ts'],
  ['commands'],
  ['main.ts'],
]
const PARTS = [
  'README.md',
  'facts.ts',
  'ingest',
  'read.ts',
  'read',
  'records.ts',
  'derive',
  'routes',
  'public.ts',
  'index.ts',
]
const WITHOUT_CIRCLES = ['explorer/src', 'packages/client/src', 'src/sources', 'src/live']
const MAX_LINES = 400

const sources = listFiles('src', ['.ts', '.js']).map(readSource)
const program = sources.filter((source) => !source.isTest)
const domainNames = readdirSync(join(ROOT, 'src/domains'), { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map((entry) => entry.name)

/** The domain a file belongs to. */
function domainOf(path: string): string | undefined {
  return /^src\/domains\/([^/]+)\//.exec(path)?.[1]
}

describe('imports go one way', () => {
  test('behavior: the source files are found and their imports understood', () => {
    expect(program.length).toBeGreaterThan(50)
    expect(readSource('src/app.ts').imports).toContainEqual({
      target: 'src/config.ts',
      isTypeOnly: true,
    })
    expect(readSource('src/app/declared.ts').imports).toContainEqual({
      target: 'src/domains/index.ts',
      isTypeOnly: false,
    })
  })

  test.each(WITHOUT_CIRCLES)(
    'behavior: no file below %s imports itself by way of others',
    (folder) => {
      expect(importCircles(folder)).toEqual([])
    },
  )

  test('behavior: only the composition root and the command line know the demo world', () => {
    const importers = program
      .filter(({ path }) => !path.startsWith('src/demo/'))
      .filter(({ imports }) => imports.some(({ target }) => target.startsWith('src/demo/')))
    expect(importers.map(({ path }) => path)).toEqual([
      'src/app.ts',
      'src/app/jobs.ts',
      'src/commands/progress.ts',
    ])
  })

  test('behavior: every import between folders of src leads to a lower layer', () => {
    const layerOf = (name: string) => LAYERS.findIndex((layer) => layer.includes(name))
    const nameOf = (path: string) => /^src\/([^/]+)/.exec(path)?.[1]
    const wrong = sources
      .filter(({ path }) => !/\.test\.(ts|js)$/.test(path))
      .flatMap(({ path, imports }) => imports.map(({ target }) => ({ path, target })))
      .filter(({ path, target }) => {
        const [from, to] = [nameOf(path), nameOf(target)]
        if (from === undefined || to === undefined || from === to) return false
        return layerOf(to) < 0 || layerOf(to) >= layerOf(from)
      })
    expect(wrong.map(({ path, target }) => `${path} → ${target}`)).toEqual([])
  })

  test.each(domainNames)(
    'behavior: %s imports other domains only through public.ts and only those it may read',
    (name) => {
      const wrong = program
        .filter((source) => domainOf(source.path) === name)
        .flatMap((source) =>
          source.imports
            .filter(({ target }) => (domainOf(target) ?? name) !== name)
            .filter(
              ({ target }) =>
                basename(target) !== 'public.ts' ||
                !MAY_READ[name]?.includes(domainOf(target) ?? ''),
            )
            .map(({ target }) => `${source.path} → ${target}`),
        )
      expect(wrong).toEqual([])
    },
  )

  test('behavior: who may read whom is declared for every domain, names known ones, and has no circle', () => {
    expect(Object.keys(MAY_READ).sort()).toEqual([...domainNames].sort())
    const order = domains.map((domain) => domain.name)
    expect([...order].sort()).toEqual([...domainNames].sort())
    // The list is in building order, so an edge that only leads backwards can never close a circle.
    const forward = Object.entries(MAY_READ).flatMap(([reader, read]) =>
      read
        .filter((name) => order.indexOf(name) < 0 || order.indexOf(name) >= order.indexOf(reader))
        .map((name) => `${reader} → ${name}`),
    )
    expect(forward).toEqual([])
  })
})

/** Imports between the folders directly below one; those of types count too. */
function edgesBetweenFolders(parent: string): { from: string; to: string }[] {
  const below = new RegExp(`^${parent}/([^/]+)/`)
  const edges = program.flatMap(({ path, imports }) =>
    imports.map(({ target }) => ({ from: below.exec(path)?.[1], to: below.exec(target)?.[1] })),
  )
  return edges.flatMap(({ from, to }) =>
    from === undefined || to === undefined || from === to ? [] : { from, to },
  )
}

describe('no two folders import each other', () => {
  test.each(['src/http', 'src/live', 'src/sources'])(
    'behavior: the folders of %s form no circle',
    (parent) => {
      const edges = edgesBetweenFolders(parent)
      expect(edges.length).toBeGreaterThan(2)
      // Folders that import nothing of what is left are at the bottom; a circle has no bottom.
      let left = edges
      for (let size = -1; size !== left.length; ) {
        size = left.length
        const importers = new Set(left.map(({ from }) => from))
        left = left.filter(({ to }) => importers.has(to))
      }
      expect([...new Set(left.map(({ from, to }) => `${from} → ${to}`))]).toEqual([])
    },
  )
})

describe('SQL is made in one place', () => {
  // They hold a connection; what they run is fixed text or went through the gate of `src/lib/sql.ts`.
  const DRIVERS = [
    ...['accounts/postgres.ts', 'accounts/rate-exchange.ts', 'accounts/sqlite.ts'],
    ...['commands/data-dir.ts', 'store/addresses.ts', 'store/embedded-connection.ts'],
    ...['store/embedded-engine.ts', 'store/server-engine.ts'],
    'store/statement-faults.ts',
  ].map((path) => `src/${path}`)
  const codes = program
    .filter(({ path }) => path !== 'src/lib/sql.ts' && !path.endsWith('-for-tests.ts'))
    .map(({ path, text }) => ({ path, code: codeOf(text) }))
  const filesWith = (pattern: RegExp) =>
    codes.filter(({ code }) => pattern.test(code)).map(({ path }) => path)

  test('behavior: only the files of engines import a database driver', () => {
    const importers = program.filter(({ imports }) =>
      imports.some(({ target }) => /^(@clickhouse\/client|chdb|pg|node:sqlite)\b/.test(target)),
    )
    expect(
      importers.map(({ path }) => path).filter((path) => !path.endsWith('-for-tests.ts')),
    ).toEqual([...DRIVERS].sort())
  })

  test('behavior: they run fixed text, or text that went through the gate', () => {
    const built = DRIVERS.flatMap((path) =>
      [
        ...codeOf(readSource(path).text).matchAll(
          /\.(?:query|command|exec|prepare)(?:<\w+>)?\((?:\{[^}]*?query: )?([^,})]*)/g,
        ),
      ]
        .map(([, given = '']) => given.trim())
        .filter(
          (given) =>
            given.includes('${') &&
            !/^(`\$\{(query|mark|statementText)|statementText\()/.test(given),
        )
        .map((given) => `${path}: ${given}`),
    )
    expect(built).toEqual([])
  })

  test('behavior: nothing passes text off as SQL', () => {
    expect(filesWith(/\bas (unknown as )?Sql\b|\bnew Sql\(|(?<![.\w])sql\(/)).toEqual([])
    // What the engine itself has written down: its spelling of a statement, types of a file.
    expect(filesWith(/\bwrittenByEngine\(/)).toEqual([
      'src/runs/import/inspect.ts',
      'src/sql/statement.ts',
    ])
  })

  test('behavior: values reach the accounts database as parameters: literals are of the other engine', () => {
    const used = filesWith(/\b(literal|quotedIdentifier|writtenByEngine)\(/)
    expect(used.filter((path) => /^src\/(accounts|hooks)\//.test(path))).toEqual([])
  })

  test('behavior: no template makes a statement but those of sql`…`', () => {
    const statement =
      /(?<!\bsql)`\s*(SELECT|WITH|INSERT INTO|CREATE TABLE|ALTER TABLE|DROP|TRUNCATE|KILL|DELETE FROM|UPDATE \w+ SET)\b[^`]*\$\{/
    // An example for readers, in the reference.
    expect(filesWith(statement)).toEqual([
      'src/http/docs/facts-behind.ts',
      'src/http/docs/samples.ts',
    ])
  })
})

describe('rules are pure', () => {
  const rules = program.filter(({ path }) => /^src\/(domains\/[^/]+\/)?derive\//.test(path))
  const IMPURE = [
    /^node:/,
    /^(chdb|@clickhouse|fastify|pino|pg)\b/,
    /^src\/(store\/(?!fact\.ts|columns\.ts)|http\/|runs\/|sources\/|live\/|demo\/|accounts\/|cache\/|commands\/|app|config)/,
    /\/read(\.ts|\/)/,
  ]

  test('behavior: derive/ imports nothing that reads or writes', () => {
    const wrong = rules.flatMap(({ path, imports }) =>
      imports
        .filter(({ isTypeOnly, target }) => !isTypeOnly && IMPURE.some((form) => form.test(target)))
        .map(({ target }) => `${path} → ${target}`),
    )
    expect(rules.length).toBeGreaterThan(5)
    expect(wrong).toEqual([])
  })

  test('behavior: derive/ reads no clock, no chance and no environment', () => {
    const ambient = /\bDate\.now\b|\bnew Date\(\)|\bMath\.random\b|\bprocess\.|\bperformance\./
    expect(rules.filter(({ text }) => ambient.test(codeOf(text))).map(({ path }) => path)).toEqual(
      [],
    )
  })
})

describe('visibility belongs to the store', () => {
  test.each(['run <=', 'quality !=', 'tableOf('])('behavior: no domain says `%s`', (words) => {
    const domains = program.filter(({ path }) => domainOf(path) !== undefined)
    expect(domains.filter(({ text }) => text.includes(words)).map(({ path }) => path)).toEqual([])
  })
})

describe('nothing ambient', () => {
  test('behavior: only config.ts and main.ts read the environment', () => {
    const readers = program
      .filter(({ text }) => /\bprocess\.env\b/.test(codeOf(text)))
      .map(({ path }) => path)
    expect(readers.filter((path) => !['src/config.ts', 'src/main.ts'].includes(path))).toEqual([])
  })

  test('behavior: nothing prints with console', () => {
    expect(
      program.filter(({ text }) => /\bconsole\./.test(codeOf(text))).map(({ path }) => path),
    ).toEqual([])
  })
})

describe('the same names in every domain', () => {
  test.each(domainNames)(
    'behavior: %s has the known parts, and other files only if they are used',
    (name) => {
      const folder = `src/domains/${name}`
      const used = new Set(program.flatMap((source) => source.imports.map(({ target }) => target)))
      const odd = readdirSync(join(ROOT, folder))
        .filter((entry) => !PARTS.includes(entry) && !/(\.test|-for-tests)\.ts$/.test(entry))
        .filter((entry) => !used.has(`${folder}/${entry}`))
      expect(odd).toEqual([])
    },
  )

  test('behavior: every route, and every table of routes, has a test beside it', () => {
    const routes = program.filter(
      ({ path, text }) =>
        /\/(routes|meta)\/.+\.ts$/.test(path) && /(= |return )define(Meta)?Route\(/.test(text),
    )
    expect(routes.length).toBeGreaterThan(15)
    expect(
      routes
        .map(({ path }) => path)
        .filter((path) => !existsSync(join(ROOT, path.replace(/\.ts$/, '.test.ts')))),
    ).toEqual([])
  })

  test('behavior: every rule has a test beside it', () => {
    const rules = program
      .map(({ path }) => path)
      .filter((path) => /^src\/(domains\/[^/]+\/)?derive\/.+\.ts$/.test(path))
    expect(
      rules.filter((path) => !existsSync(join(ROOT, path.replace(/\.ts$/, '.test.ts')))),
    ).toEqual([])
  })

  test('behavior: every domain and every platform folder says what belongs in it', () => {
    const folders = [...domainNames.map((name) => `domains/${name}`), ...PLATFORM, 'commands'].map(
      (name) => `src/${name}`,
    )
    expect(
      [...folders, 'test'].filter((folder) => !existsSync(join(ROOT, folder, 'README.md'))),
    ).toEqual([])
  })
})

describe('files', () => {
  const roots = ['src', 'test', 'scripts', 'bench', 'packages', 'docs', 'data', 'spec']
  const texts = [
    ...roots
      .flatMap((folder) =>
        listFiles(folder, ['.ts', '.js', '.mjs', '.css', '.html', '.md', '.json']),
      )
      .filter((path) => !/^packages\/.*\/(dist|generated)\//.test(path)),
    ...readdirSync(ROOT).filter((name) => /\.(md|json|ts)$/.test(name)),
  ].map((path) => ({ path, text: readFileSync(join(ROOT, path), 'utf8') }))

  test(`behavior: no file of code is over ${MAX_LINES} lines`, () => {
    const long = texts.filter(
      ({ path, text }) =>
        /\.(ts|js|mjs|css)$/.test(path) && text.split('\n').length > MAX_LINES + 1,
    )
    expect(long.map(({ path }) => path)).toEqual([])
  })

  test('behavior: the lock file names no registry, so that any registry will do', () => {
    const lock = readFileSync(join(ROOT, 'package-lock.json'), 'utf8')
    // The folders of the project that are packages are no URLs.
    const folders = /"resolved": "(test\/tools|packages\/client|explorer)"/g
    expect(lock.replaceAll(folders, '')).not.toContain('"resolved"')
  })

  test('behavior: nothing points outside the project', () => {
    const outside = new RegExp(['\\.\\.', 'shared'].join('/'))
    expect(texts.filter(({ text }) => outside.test(text)).map(({ path }) => path)).toEqual([])
  })
})
