import type { KnownFigure } from './outputs/dimension-output.ts'

/** The part of a metric that is needed to find it by a key. */
interface NamedMetric {
  readonly name: string
  readonly dataTypes: readonly {
    readonly name: string
    readonly aliases?: readonly string[]
    readonly runningTotalOf?: string
  }[]
}

/**
 * The figure of a dimension module's key. Several metrics have a `dailyVolume`: the one named like
 * the module's folder counts, else the first.
 */
export function createFigureFinder(
  metrics: readonly NamedMetric[],
  isCount: (dataType: string) => boolean,
) {
  return (key: string, folder: string): KnownFigure | undefined => {
    const ordered = [
      ...metrics.filter(({ name }) => name === folder),
      ...metrics.filter(({ name }) => name !== folder),
    ]
    for (const { name, dataTypes } of ordered) {
      const found = dataTypes.find(
        (type) =>
          type.runningTotalOf === undefined &&
          (type.name === key || type.aliases?.includes(key) === true),
      )
      if (found !== undefined)
        return { metric: name, dataType: found.name, unit: isCount(found.name) ? 'count' : 'usd' }
    }
    return undefined
  }
}
