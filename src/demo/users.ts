import { userWindows } from '../domains/users/facts.ts'
import { DAY_SEC, HOUR_SEC } from '../lib/clock.ts'
import { literal, sql } from '../lib/sql.ts'
import { endsStep, lastPart, timestampsSql } from './demo-range.ts'
import type { DemoPart } from './demo-world.ts'
import { listFigures } from './dimensions/figures.ts'
import { activitySql } from './dimensions/index.ts'
import { rowsSql } from './rows.ts'

const HOURLY_DAYS = 2
const COLUMNS: Readonly<Record<string, string>> = {
  dailyActiveUsers: 'users',
  dailyNewUsers: 'newUsers',
  dailyTransactionCount: 'txs',
  dailyGasUsed: 'gasUsd',
}

/** Windows of 24 hours, one per hour of the last two days, made as the daily figures are. */
export const usersDemo: DemoPart = {
  name: 'users',
  write: async ({ stage, range, market }) => {
    if (!endsStep(range, HOUR_SEC)) return
    const day = (range.toSec - range.firstDaySec) / DAY_SEC
    const rows = listFigures(market, day).flatMap(
      ({ protocol, chain, metric, dataType, size, startDay, endDay }) => {
        const column = metric === 'active-users' ? COLUMNS[dataType] : undefined
        if (column === undefined || startDay > day || endDay <= day) return []
        return [[protocol, chain, column, size]]
      },
    )
    const timestamps = timestampsSql(
      lastPart(range, HOURLY_DAYS * DAY_SEC),
      HOUR_SEC,
      HOURLY_DAYS * DAY_SEC,
    )
    const figure = (column: string) =>
      sql`if(countIf(kind = ${literal(column)}) = 0, NULL, round(sumIf(value, kind = ${literal(column)}), ${column === 'gasUsd' ? 2 : 0}))`
    await stage.insertSelect(
      userWindows,
      sql`SELECT protocol, chain, atSec, ${figure('users')} AS users, ${figure('newUsers')} AS newUsers, ${figure('txs')} AS txs, ${figure('gasUsd')} AS gasUsd
       FROM (SELECT protocol, chain, kind, atSec, size * ${activitySql(sql`protocol`, sql`chain`)} AS value
         FROM ${rowsSql(sql`protocol String, chain String, kind String, size Float64`, rows)} AS flow
         CROSS JOIN (${timestamps}) AS timestamp)
       GROUP BY protocol, chain, atSec`,
    )
  },
}
