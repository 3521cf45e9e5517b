import { listFiles, readSource } from './source-files.ts'

/** Circles of imports below a folder, also of types alone: each as its path back to its start. */
export function importCircles(folder: string): string[] {
  const sources = listFiles(folder, ['.ts', '.tsx', '.js']).map(readSource)
  const targets = new Map(
    sources
      .filter(({ isTest }) => !isTest)
      .map(({ path, imports }) => [path, [...new Set(imports.map(({ target }) => target))]]),
  )
  const circles: string[] = []
  const done = new Set<string>()
  const visit = (path: string, way: readonly string[]) => {
    const start = way.indexOf(path)
    if (start !== -1) circles.push([...way.slice(start), path].join(' → '))
    if (start !== -1 || done.has(path)) return
    for (const target of targets.get(path) ?? []) visit(target, [...way, path])
    done.add(path)
  }
  for (const path of targets.keys()) visit(path, [])
  return circles
}
