import { DAY_SEC } from '../../../lib/clock.ts'
import { sql } from '../../../lib/sql.ts'
import {
  readNumber,
  requireNumber,
  requireSec,
  requireText,
} from '../../../sources/mirror/read-value.ts'
import {
  type Mirrored,
  type ResponseReader,
  readObjects,
  rowsOf,
} from '../../../sources/mirror/response.ts'
import { protocols } from '../../registry/public.ts'
import { liquidity } from '../facts.ts'

const OPERATION = 'liquidity.getHistory'
// Responses are sums over all pools of a token.
const POOL = 'all pools'

/** `/api/historicalLiquidity/{token}`: the days of a token. */
const getHistory: ResponseReader = {
  operation: OPERATION,
  calls: async (snapshot, { nowSec }) => {
    const rows = await snapshot.query<{ token: string }>(
      sql`SELECT DISTINCT assumeNotNull(tokenCoin) AS token
       FROM ${snapshot.current(protocols, sql`tokenCoin IS NOT NULL AND position(tokenCoin, ':') > 0`)} ORDER BY token`,
    )
    // No list says what changed: each token once a day.
    const mark = String(Math.floor(nowSec / DAY_SEC))
    return rows.map(({ token }) => ({ operation: OPERATION, params: { token }, mark }))
  },
  carries: [
    {
      fact: liquidity,
      refill: 'daily',
      note: 'All pools of a token are one. Of the tokens of known protocols: no response lists others.',
    },
  ],
  rows: (body, context) => {
    const token = requireText(context.call.params.token, 'token')
    const rows = readObjects(body, 'body', context, (day, member) => {
      const number = (name: string) => readNumber(day[name], `${member}.${name}`)
      return {
        token,
        pool: POOL,
        atSec: requireSec(day.date, `${member}.date`),
        liquidityTokens: number('liquidity'),
        liquidityUsd: requireNumber(day.liquidityUsd, `${member}.liquidityUsd`),
        volumeUsd: number('volume24h'),
        depth1PctUsd: number('priceImpact1Percent'),
        depth2PctUsd: number('priceImpact2Percent'),
      }
    })
    return [rowsOf(liquidity, rows)]
  },
}

export const liquidityMirror: Mirrored = { responses: [getHistory] }
