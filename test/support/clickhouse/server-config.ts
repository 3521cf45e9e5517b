export type NodePorts = { http: number; tcp: number }

export type Cluster = { name: string; nodes: readonly NodePorts[] }

export type NodeConfig = {
  dataPath: string
  shard: number
  ports: NodePorts
  cluster: Cluster | undefined
  /** Accounts beside the one that needs no password, as a file of `<clickhouse>` with users. */
  usersXml?: string | undefined
}

/** Memory that one server may take on a machine of 24 GiB where several test files run at once. */
const SERVER_MEMORY_BYTES = 4_000_000_000
const CACHE_BYTES = 128_000_000

function remoteServers({ name, nodes }: Cluster): string {
  const shards = nodes.map(
    (node) => `<shard><replica><host>127.0.0.1</host><port>${node.tcp}</port></replica></shard>`,
  )
  return `<remote_servers><${name}>${shards.join('')}</${name}></remote_servers>`
}

/**
 * No Keeper and no interserver port: libchdb starts neither, so a cluster is shards of one replica.
 */
export function serverConfigXml(config: NodeConfig): string {
  const { dataPath, shard, ports, cluster, usersXml } = config
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
  <macros><shard>${shard}</shard></macros>
  ${cluster === undefined ? '' : remoteServers(cluster)}
  ${usersXml === undefined ? '' : '<users_config>users.xml</users_config>'}
</clickhouse>
`
}
