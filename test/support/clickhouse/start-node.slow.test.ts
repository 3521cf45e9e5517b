import { expect, test } from 'vitest'
import { listFreePorts } from './free-ports.ts'
import { startNode } from './start-node.ts'

test('error: a server that cannot start says why', async () => {
  const [ports] = await listFreePorts(1)
  if (ports === undefined) throw new Error('no free ports')
  const config = { shard: 1, ports, cluster: undefined }
  const node = await startNode(config)
  await expect(startNode(config)).rejects.toThrow(
    /ended before it answered[\s\S]*Address already in use/,
  )
  await node.stop()
})
