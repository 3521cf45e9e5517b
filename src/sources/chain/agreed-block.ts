import { blockRequest, findBlock, getBlock } from './block-reply.ts'
import type { BlockRef } from './chain.ts'
import { NodesDisagree, NoEndpoint } from './chain-errors.ts'
import type { Endpoint } from './endpoint.ts'
import type { EndpointPool } from './endpoint-pool.ts'

/** A node further behind the others counts as lagging; blocks take a while to spread. */
const LAG_BLOCKS = 5

/** The choice of more than half; undefined when there is none. */
export function findMajority<Choice>(
  choices: readonly Choice[],
  isSame = (one: Choice, other: Choice) => one === other,
): Choice | undefined {
  return choices.find(
    (one) => choices.filter((other) => isSame(one, other)).length * 2 > choices.length,
  )
}

/** The block at a height that most nodes agree on; the others are distrusted for a while. */
export async function readAgreedBlock(pool: EndpointPool, number: number): Promise<BlockRef> {
  const results = await pool.askAll({
    requests: () => [blockRequest(number)],
    result: ([reply], { host }) => findBlock(reply, host),
  })
  const known = results.flatMap(({ endpoint, result }) =>
    result === undefined ? [] : [{ endpoint, block: result }],
  )
  if (known.length === 0) throw new NoEndpoint(pool.chain, `none has block ${number}`)
  const hash = findMajority(known.map(({ block }) => block.hash))
  const agreed = known.find(({ block }) => block.hash === hash)
  if (agreed === undefined) throw new NodesDisagree(pool.chain, number, 'they give different ones')
  for (const { endpoint, block } of known) {
    if (block.hash !== hash)
      endpoint.noteLying(`${endpoint.host} contradicts the other nodes about block ${number}`)
  }
  return agreed.block
}

/** The newest block of the node that is furthest, unless it is far ahead of at least two others. */
export async function readHead(pool: EndpointPool): Promise<BlockRef> {
  const heads = await pool.askAll({
    requests: () => [blockRequest('latest')],
    result: ([reply], { host }) => getBlock(reply, host),
  })
  heads.sort((a, b) => b.result.number - a.result.number)
  const [first, second] = heads
  if (first === undefined) throw new NoEndpoint(pool.chain, 'none gave its newest block')
  const leaps =
    heads.length > 2 &&
    second !== undefined &&
    first.result.number - second.result.number > LAG_BLOCKS
  if (leaps)
    first.endpoint.noteLying(
      `${first.endpoint.host} claims a newest block far above the other nodes`,
    )
  const head = leaps ? second.result : first.result
  for (const { endpoint, result } of heads) noteLag(endpoint, head.number - result.number)
  return head
}

function noteLag(endpoint: Endpoint, blocks: number): void {
  if (blocks > LAG_BLOCKS) endpoint.noteLagging(`${endpoint.host} is ${blocks} blocks behind`)
}
