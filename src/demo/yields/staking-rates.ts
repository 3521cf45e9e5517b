import { stakingRates } from '../../domains/yields/facts.ts'
import { poolIdOf } from '../../domains/yields/pool-id.ts'
import { at } from '../../lib/at.ts'
import { DAY_SEC, HOUR_SEC } from '../../lib/clock.ts'
import { sql } from '../../lib/sql.ts'
import { momentsSql } from '../demo-range.ts'
import type { DemoTarget } from '../demo-world.ts'
import { demoAddress, demoChance } from '../market/chance.ts'
import { lifeOf } from '../market/protocols.ts'
import { rowsSql } from '../rows.ts'
import { poolKeyOf, stakingSymbol } from './pools.ts'

const TOKEN_COLUMNS = sql`coin String, name String, symbol String, type String, growth Float64, fee Float64, pool String, fromSec UInt32`

/**
 * Rates of the tokens that staking protocols issue: some grow against ETH, others in number; all
 * trade a little below.
 */
export async function writeStakingRates({ stage, range, market }: DemoTarget): Promise<void> {
  const rows = market.protocols
    .filter(({ category, deadDay }) => category === 'Liquid Staking' && deadDay === null)
    .map((protocol) => {
      const chain = at(protocol.chains, 0)
      const type = demoChance('rebase', protocol.id) < 0.3 ? 'rebase' : 'accruing'
      return [
        `${chain}:${demoAddress('staking token', protocol.id)}`,
        protocol.name,
        stakingSymbol(protocol),
        type,
        0.02 + 0.03 * demoChance('staking', protocol.id),
        type === 'rebase' ? 0.1 : 0.05,
        poolIdOf(poolKeyOf(protocol, chain, 0)),
        lifeOf(protocol, range.firstDaySec).fromSec,
      ]
    })
  await stage.insertSelect(
    stakingRates,
    sql`SELECT coin, atSec, name, symbol, type, if(type = 'rebase', 1, exp(growth * (atSec - ${range.firstDaySec} + ${400 * DAY_SEC}) / ${365 * DAY_SEC})) AS expectedRate,
       expectedRate * (0.9985 + 0.0015 * sin(6.2832 * atSec / ${19 * DAY_SEC} + (cityHash64(coin) % 628) / 100)) AS marketRate, fee, pool
     FROM ${rowsSql(TOKEN_COLUMNS, rows)} AS token
     CROSS JOIN (${momentsSql(range, HOUR_SEC, DAY_SEC)}) AS moment WHERE atSec >= fromSec`,
  )
}
