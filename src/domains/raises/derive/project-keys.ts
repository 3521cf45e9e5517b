/** What of a report tells its project. */
export interface ProjectMarks {
  name: string
  protocol: string | null
}

// Words that say what a company is in law, not what it is called.
const COMPANY_FORM = /\s+(labs?|foundation|inc|ltd|limited|llc|corp|gmbh|ag|sa|pte)\.?$/

/**
 * The project of each report (decision 100): the family of the protocol it names. A report that
 * names none takes the family that others of the same name give, if they agree on one; else the
 * name itself is the project.
 */
export function projectKeys<R extends ProjectMarks>(
  reports: readonly R[],
  familyOf: (protocol: string) => string,
): Map<R, string> {
  const familiesByName = new Map<string, Set<string>>()
  for (const { name, protocol } of reports) {
    if (protocol === null) continue
    const key = nameKey(name)
    familiesByName.set(key, (familiesByName.get(key) ?? new Set()).add(familyOf(protocol)))
  }
  return new Map(
    reports.map((report) => {
      if (report.protocol !== null) return [report, `protocol ${familyOf(report.protocol)}`]
      const key = nameKey(report.name)
      const [family, ...others] = familiesByName.get(key) ?? []
      return [
        report,
        family !== undefined && others.length === 0 ? `protocol ${family}` : `name ${key}`,
      ]
    }),
  )
}

/** A name without case, signs and company form: `Example Labs, Inc.` is `example`. */
export function nameKey(name: string): string {
  let words = name.normalize('NFKD').toLowerCase().replaceAll(',', ' ').trim()
  while (COMPANY_FORM.test(words)) words = words.replace(COMPANY_FORM, '')
  const letters = words.replaceAll(/[^\p{L}\p{N}]/gu, '')
  // A name of signs alone is told apart by its signs.
  return letters === '' ? words : letters
}
