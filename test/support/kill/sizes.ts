import { sql } from '../../../src/lib/sql.ts'
import { t } from '../../../src/store/columns.ts'
import { defineFact } from '../../../src/store/fact.ts'

const declared = {
  name: 'sizes',
  describe: 'Sizes over time',
  key: { id: t.text('its id') },
  time: 'atSec' as const,
}

/** A fact as the first release had it. */
export const firstSizes = defineFact({ ...declared, values: { size: t.float('its size') } })

/** The same later: keys of another spelling, hundredths in place of units, by time first. */
export const laterSizes = defineFact({
  ...declared,
  values: { size: t.int('its size in hundredths'), unit: t.word('its unit') },
  order: ['atSec', 'id'],
  migrations: [
    { describe: 'ids in small letters', convert: { id: sql`lower(id)` } },
    {
      describe: 'sizes in hundredths',
      convert: { size: sql`toInt64(round(size * 100))`, unit: sql`if(size > 1, 'm', 'cm')` },
    },
  ],
})
