import { userWindows } from '../domains/users/facts.ts'
import { DAY_SEC, HOUR_SEC } from '../lib/clock.ts'
import type { DemoPart } from './demo-world.ts'
import { makeDemoFlows } from './dimensions/figures.ts'
import { demoActivitySql } from './dimensions/index.ts'
import { demoMoments } from './market/wave-sql.ts'

const COLUMNS: Readonly<Record<string, string>> = {
  dailyActiveUsers: 'users',
  dailyNewUsers: 'newUsers',
  dailyTransactionCount: 'txs',
  dailyGasUsed: 'gasUsd',
}

/**
 * Windows of 24 hours, hour by hour for the last two days, from the same activity as the daily
 * figures.
 */
export const usersDemo: DemoPart = {
  generate: async (stage, range) => {
    if (Math.floor(range.toSec / HOUR_SEC) === Math.floor(range.fromSec / HOUR_SEC)) return
    const fromSec = Math.max(range.fromSec, range.toSec - 2 * DAY_SEC)
    const day = (range.toSec - range.firstDaySec) / DAY_SEC
    const flows = makeDemoFlows(day).filter(
      ({ metric, startDay, endDay }) =>
        metric === 'active-users' && startDay <= day && endDay > day,
    )
    const list = flows.map(
      ({ protocol, chain, dataType, size }) =>
        `('${protocol}', '${chain}', '${COLUMNS[dataType]}', ${size})`,
    )
    const figure = (column: string) =>
      `if(countIf(kind = '${column}') = 0, NULL, round(sumIf(value, kind = '${column}'), ${column === 'gasUsd' ? 2 : 0}))`
    await stage.insertSelect(
      userWindows,
      `SELECT protocol, chain, atSec, ${figure('users')} AS users, ${figure('newUsers')} AS newUsers, ${figure('txs')} AS txs, ${figure('gasUsd')} AS gasUsd
       FROM (SELECT protocol, chain, kind, atSec, size * ${demoActivitySql('protocol', 'chain')} AS value
         FROM values('protocol String, chain String, kind String, size Float64', ${list.join(', ')}) AS flow
         CROSS JOIN (${demoMoments({ ...range, fromSec }, HOUR_SEC, 2 * DAY_SEC)}) AS moment)
       GROUP BY protocol, chain, atSec`,
    )
  },
}
