import { at } from '../../lib/at.ts'
import { identifiers, sql } from '../../lib/sql.ts'
import type { Engine } from '../../store/engine.ts'
import { type Fact, sourceColumns } from '../../store/fact.ts'
import { convertRows } from './convert.ts'
import { type ImportSummary, SHOWN_ROWS } from './import-summary.ts'
import type { InspectedFile } from './inspect.ts'
import { describePlace, type Rejects } from './rejects.ts'

/** The first rows of the first file that would be stored, as they would be, and the first bad ones. */
export async function previewRows(
  engine: Engine,
  files: readonly InspectedFile[],
  { fact, rejects }: { fact: Fact; rejects: Rejects },
): Promise<NonNullable<ImportSummary['preview']>> {
  const select = convertRows(at(files, 0), fact)
  const columns = identifiers([...sourceColumns(fact), 'quality'])
  const rows = await engine.writerQuery<Record<string, unknown>>(
    sql`SELECT ${columns} FROM (${select.matching(rejects.isAcceptedSql(0))}) ORDER BY fileRow LIMIT ${SHOWN_ROWS}${select.settingsInOrder}`,
    {},
    { files: select.files },
  )
  const bad = await rejects.list(SHOWN_ROWS)
  return {
    rows,
    rejects: bad.map((one) => ({ place: describePlace(files, one), reason: one.reason })),
  }
}
