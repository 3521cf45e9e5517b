import type { DataType } from '../metrics.ts'
import { SPLITS } from './missing-splits.ts'

/** How a figure, or one label of it, is counted: in words, and where that can be read. */
export interface Method {
  readonly dataType: string
  readonly label: string
  readonly methodology: string
  readonly url: string | null
}

/** How each kind of figure is counted, in the source's or general words; derived ones say so. */
export function methodologyOf(
  types: readonly DataType[],
  said: readonly Method[],
  isDerived: (dataType: string) => boolean,
) {
  const titles = new Map(types.map((type) => [type.name, type.title]))
  const whole = new Map(
    said.filter(({ label }) => label === '').map((method) => [method.dataType, method]),
  )
  const words = ({ name, methodology }: DataType) =>
    [
      whole.get(name)?.methodology ?? methodology,
      ...(isDerived(name) ? [derivation(name)] : []),
    ].join(' ')
  const breakdown: Record<string, Record<string, string>> = {}
  for (const { dataType, label, methodology } of said) {
    const title = titles.get(dataType)
    if (label !== '' && title !== undefined)
      breakdown[title] = { ...breakdown[title], [label]: methodology }
  }
  return {
    methodology: Object.fromEntries(types.map((type) => [type.title, words(type)])),
    breakdownMethodology: Object.keys(breakdown).length === 0 ? null : breakdown,
    methodologyURL:
      types.map(({ name }) => whole.get(name)?.url ?? null).find((url) => url !== null) ?? null,
  }
}

function derivation(name: string): string {
  const split = SPLITS[name]
  return split === undefined
    ? ''
    : `Derived where it was not reported: ${split.of} − ${split.less}.`
}
