import type { SettingsProblem } from '../../model/reader-kind.ts'

/** Stablecoins and bridges have numbers, where other instances have the id of a protocol. */
export function numberProblems(settings: object, what: string): SettingsProblem[] {
  const { protocol } = settings as { protocol?: unknown }
  if (/^[1-9]\d{0,8}$/.test(String(protocol))) return []
  return [
    {
      path: ['protocol'],
      problem: `must be the number of the ${what} as a text, such as "12", not ${JSON.stringify(protocol)}`,
    },
  ]
}
