import { listFreePorts } from './free-ports.ts'
import type { Cluster } from './server-config.ts'
import { type ClickHouseNode, startNode } from './start-node.ts'

export type ClickHouseOptions = {
  cluster?: { name: string; shards: number; replicas?: number } | undefined
  /** Of a keeper: tables can be replicated. */
  keeperPort?: number | undefined
  usersXml?: string | undefined
  /** Ends with this process, which does not wait for it. */
  isLeftRunning?: boolean
}

export type ClickHouseServer = {
  /** Of the first shard, `http://127.0.0.1:port`. */
  url: string
  /**
   * One per shard and replica. `ON CLUSTER` does not work (libchdb runs no DDL queue): create a table on each
   * of these in turn.
   */
  urls: string[]
  /** Of the processes, in the same order. */
  pids: number[]
  clusterName: string | undefined
  /** Ends one server, as when its machine is lost. */
  stopNode(index: number): Promise<void>
  stop(): Promise<void>
}

const ATTEMPTS = 3

async function stopAll(nodes: readonly ClickHouseNode[]): Promise<void> {
  await Promise.all(nodes.map((node) => node.stop()))
}

async function startNodes(options: ClickHouseOptions): Promise<ClickHouseNode[]> {
  const { cluster, keeperPort, usersXml, isLeftRunning } = options
  const replicas = cluster?.replicas ?? 1
  const ports = await listFreePorts((cluster?.shards ?? 1) * replicas)
  const shards: Cluster | undefined = cluster && { name: cluster.name, nodes: ports, replicas }
  const started = await Promise.allSettled(
    ports.map((own, index) =>
      startNode({
        shard: Math.floor(index / replicas) + 1,
        ports: own,
        cluster: shards,
        keeper: keeperPort ? { port: keeperPort, replica: `node-${index + 1}` } : undefined,
        usersXml,
        isLeftRunning,
      }),
    ),
  )
  const nodes = started.flatMap((result) => (result.status === 'fulfilled' ? [result.value] : []))
  const failed = started.find((result) => result.status === 'rejected')
  if (failed === undefined) return nodes
  await stopAll(nodes)
  throw failed.reason
}

/**
 * A port can be taken between its choice and its use, which is worth another try; nothing else is.
 */
async function startNodesOnFreePorts(options: ClickHouseOptions): Promise<ClickHouseNode[]> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await startNodes(options)
    } catch (error) {
      const portTaken = error instanceof Error && error.message.includes('Address already in use')
      if (!portTaken || attempt === ATTEMPTS) throw error
    }
  }
}

/**
 * Starts a real ClickHouse server, or one per shard, on free ports of 127.0.0.1 with folders of its
 * own.
 */
export async function startClickHouse(options: ClickHouseOptions = {}): Promise<ClickHouseServer> {
  const { cluster } = options
  if (cluster && !/^[a-z_][a-z0-9_]*$/i.test(cluster.name))
    throw new Error(`Not a cluster name: "${cluster.name}".`)
  if (cluster && !(Number.isInteger(cluster.shards) && cluster.shards >= 1))
    throw new Error(`Not a number of shards: ${cluster.shards}.`)
  const nodes = await startNodesOnFreePorts(options)
  const urls = nodes.map((node) => node.url)
  const [url] = urls
  if (url === undefined) throw new Error('No ClickHouse server was started.')
  return {
    url,
    urls,
    pids: nodes.map((node) => node.pid),
    clusterName: cluster?.name,
    stopNode: async (index) => nodes[index]?.stop(),
    stop: () => stopAll(nodes),
  }
}
