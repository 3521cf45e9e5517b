export type NodePorts = { http: number; tcp: number }

export type Cluster = {
  name: string
  /** Those of a shard stand one after the other. */
  nodes: readonly NodePorts[]
  replicas: number
}

export type NodeConfig = {
  dataPath: string
  shard: number
  /** Of the keeper, and the name in it, where tables are replicated. */
  keeper?: { port: number; replica: string } | undefined
  ports: NodePorts
  cluster: Cluster | undefined
  /** Accounts beside the one that needs no password, as a file of `<clickhouse>` with users. */
  usersXml?: string | undefined
}

/** Memory that one server may take on a machine of 24 GiB where several test files run at once. */
const SERVER_MEMORY_BYTES = 4_000_000_000
const CACHE_BYTES = 128_000_000

function remoteServers({ name, nodes, replicas }: Cluster): string {
  const servers = nodes.map(
    ({ tcp }) => `<replica><host>127.0.0.1</host><port>${tcp}</port></replica>`,
  )
  const shards = Array.from({ length: nodes.length / replicas }, (_, shard) => {
    const own = servers.slice(shard * replicas, (shard + 1) * replicas)
    return `<shard><internal_replication>true</internal_replication>${own.join('')}</shard>`
  })
  return `<remote_servers><${name}>${shards.join('')}</${name}></remote_servers>`
}

/**
 * libchdb opens no interserver port. A replica registers its tables with a keeper, but stays
 * read-only there and fetches nothing.
 */
export function serverConfigXml(config: NodeConfig): string {
  const { dataPath, shard, ports, cluster, keeper, usersXml } = config
  const node = keeper && `<node><host>127.0.0.1</host><port>${keeper.port}</port></node>`
  return `<clickhouse>
  <path>${dataPath}</path>
  <listen_host>127.0.0.1</listen_host>
  <http_port>${ports.http}</http_port>
  <tcp_port>${ports.tcp}</tcp_port>
  <timezone>UTC</timezone>
  <max_server_memory_usage>${SERVER_MEMORY_BYTES}</max_server_memory_usage>
  <mark_cache_size>${CACHE_BYTES}</mark_cache_size>
  <index_mark_cache_size>${CACHE_BYTES}</index_mark_cache_size>
  <uncompressed_cache_size>${CACHE_BYTES}</uncompressed_cache_size>
  <macros><shard>${shard}</shard>${keeper ? `<replica>${keeper.replica}</replica>` : ''}</macros>
  ${node === undefined ? '' : `<zookeeper>${node}</zookeeper>`}
  ${cluster === undefined ? '' : remoteServers(cluster)}
  ${usersXml === undefined ? '' : '<users_config>users.xml</users_config>'}
</clickhouse>
`
}
