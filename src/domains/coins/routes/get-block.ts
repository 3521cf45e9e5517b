import { integer } from '../../../http/described.ts'
import { text, unixTime } from '../../../http/parameters.ts'
import { defineRoute } from '../../../http/route.ts'
import { shape } from '../../../http/schemas.ts'
import { HOUR_SEC } from '../../../lib/clock.ts'
import { notFound } from '../../../lib/errors.ts'
import { chains } from '../../registry/public.ts'
import { blocks } from '../facts.ts'
import { findBlock } from '../read.ts'

export const getBlock = defineRoute({
  id: 'coins.getBlock',
  summary: 'Block of a chain at a timestamp',
  describe:
    'The newest block at or before the timestamp. It is one that was recorded, never an estimate; when none lies within the hour before, the response is 404.',
  paths: { free: '/block/{chain}/{timestamp}', pro: '/coins/block/{chain}/{timestamp}' },
  params: {
    chain: text('Chain: name, slug, key, chain id or alias, in any case.', 'ethereum'),
    timestamp: unixTime('The timestamp, in Unix seconds.'),
  },
  response: shape({
    height: integer('Block number'),
    timestamp: integer('Unix seconds of the block'),
  }),
  example: { height: 23_500_000, timestamp: 1_759_999_991 },
  reads: [blocks],
  handler: async ({ params }, { snapshot }) => {
    const chain = chains.get(params.chain)
    const block = await findBlock(snapshot, chain.key, params.timestamp, HOUR_SEC)
    if (block === undefined)
      throw notFound(
        `No block of ${chain.name} is recorded in the hour before ${params.timestamp}.`,
      )
    return { height: block.height, timestamp: block.atSec }
  },
})
