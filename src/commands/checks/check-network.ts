import { once } from 'node:events'
import { createServer } from 'node:net'
import { maskedUrls } from '../../config/mask.ts'
import type { Config } from '../../config.ts'
import type { ChainSettings } from '../../sources/chain/chain.ts'
import { checkClock } from './check-machine.ts'
import { type Finding, ok, problem, reasonOf } from './finding.ts'

const TIMEOUT_MS = 5_000
/** A date in a header is of a full second, and the response took some time. */
const DATE_HEADER_MS = 1_000

interface Address {
  host: string
  port: number
}

/** Whether the service can listen where it is told to; while it runs, it does. */
export async function checkPorts(
  { host, port, socketPath, metrics }: Pick<Config, 'host' | 'port' | 'socketPath' | 'metrics'>,
  isServing: boolean,
): Promise<Finding[]> {
  const wanted: [string, Address][] = socketPath === undefined ? [['PORT', { host, port }]] : []
  if (metrics.address !== undefined) wanted.push(['ALMANAC_METRICS_ADDRESS', metrics.address])
  if (isServing) return [ok('ports', 'a server with this data directory is running')]
  return Promise.all(wanted.map(([name, address]) => checkPort(name, address)))
}

async function checkPort(name: string, address: Address): Promise<Finding> {
  const text = `${address.host}:${address.port}`
  const server = createServer().listen(address)
  try {
    await once(server, 'listening')
    return ok('ports', `${text} is free`)
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    const problemText = `${text} cannot be listened on (${code})`
    return problem('ports', problemText, `Set ${name} to another one.`)
  } finally {
    server.close()
  }
}

/** Each ClickHouse server: whether it answers, its version and its clock. */
export async function checkServers({ storeUrl }: Pick<Config, 'storeUrl'>): Promise<Finding[]> {
  const urls = storeUrl?.split(',').map((part) => new URL(part.trim())) ?? []
  return (await Promise.all(urls.map(checkServer))).flat()
}

async function checkServer(url: URL): Promise<Finding[]> {
  const shown = maskedUrls(url.href)
  const { username, password } = url
  const asked = new URL(url.href)
  asked.username = ''
  asked.password = ''
  asked.searchParams.set('query', 'SELECT version(), toUnixTimestamp64Milli(now64(3))')
  const headers = {
    'X-ClickHouse-User': decodeURIComponent(username) || 'default',
    'X-ClickHouse-Key': decodeURIComponent(password),
  }
  try {
    const response = await fetch(asked, { headers, signal: AbortSignal.timeout(TIMEOUT_MS) })
    const text = (await response.text()).trim()
    if (!response.ok) throw new Error(`status ${response.status}: ${text.slice(0, 200)}`)
    const [version, theirMs] = text.split('\t')
    return [
      ok('ClickHouse', `${shown}: version ${version}`),
      ...checkClock(shown, Number(theirMs), Date.now()),
    ]
  } catch (error) {
    const advice = 'Check ALMANAC_STORE_URL, its account, and that the server is running.'
    return [problem('ClickHouse', `${shown}: ${reasonOf(error)}`, advice)]
  }
}

/** Each node of each chain: whether it answers, which chain it serves, and its clock. */
export async function checkNodes(chains: readonly ChainSettings[]): Promise<Finding[]> {
  const checks = chains.flatMap((chain) => chain.endpoints.map((url) => checkNode(chain, url)))
  return (await Promise.all(checks)).flat()
}

async function checkNode({ chain, chainId }: ChainSettings, url: string): Promise<Finding[]> {
  const shown = `${chain} ${maskedUrls(url)}`
  try {
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'eth_chainId', params: [] }),
      signal: AbortSignal.timeout(TIMEOUT_MS),
    })
    const { result } = (await response.json()) as { result?: string }
    if (Number(result) !== chainId)
      throw new Error(`serves chain ${Number(result)}, not ${chainId}`)
    const date = Date.parse(response.headers.get('date') ?? '')
    const clock = Number.isNaN(date) ? [] : checkClock(shown, date + DATE_HEADER_MS / 2, Date.now())
    return [ok('nodes', shown), ...clock]
  } catch (error) {
    const advice = `Check its URL in ALMANAC_RPC_${chain.toUpperCase()}, or take it out.`
    return [problem('nodes', `${shown}: ${reasonOf(error)}`, advice)]
  }
}
