import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { MissingPart } from '../missing-part.ts'
import { PATIENCE } from '../patience.ts'
import { listFreePorts } from './free-ports.ts'
import { isOpen } from './is-open.ts'

// Where Debian's packages put them.
const JARS = ['zookeeper', 'zookeeper-jute', 'slf4j-api', 'slf4j-nop', 'netty-all', 'metrics-core']
const CLASS_PATH = [...JARS, 'snappy-java'].map((name) => `/usr/share/java/${name}.jar`)
const MAIN = 'org.apache.zookeeper.server.ZooKeeperServerMain'
const START_TIMEOUT_MS = 60_000 * PATIENCE
const POLL_MS = 100

export interface Zookeeper {
  port: number
  stop(): Promise<void>
}

/** A keeper for replicated tables, on a free port of 127.0.0.1. */
export async function startZookeeper(): Promise<Zookeeper> {
  if (!CLASS_PATH.every(existsSync) || spawnSync('java', ['-version']).error !== undefined)
    throw new MissingPart('ZooKeeper', 'apt-get install default-jre-headless libzookeeper-java')
  const folder = await mkdtemp(join(tmpdir(), 'almanac-zookeeper-'))
  const [ports] = await listFreePorts(1)
  const port = ports?.tcp ?? Number.NaN
  const config = join(folder, 'zoo.cfg')
  const lines = ['tickTime=3000', `dataDir=${folder}`, `clientPort=${port}`]
  const local = ['clientPortAddress=127.0.0.1', 'admin.enableServer=false', '']
  await writeFile(config, [...lines, ...local].join('\n'))
  const child = spawn('java', ['-Xmx128m', '-cp', CLASS_PATH.join(':'), MAIN, config], {
    stdio: 'ignore',
  })
  const endWithParent = () => child.kill('SIGKILL')
  process.once('exit', endWithParent)
  const stop = async () => {
    process.off('exit', endWithParent)
    const ended = child.exitCode === null ? once(child, 'exit') : undefined
    child.kill('SIGKILL')
    await ended
    await rm(folder, { recursive: true, force: true, maxRetries: 3 })
  }
  const deadline = performance.now() + START_TIMEOUT_MS
  while (!(await isOpen(port))) {
    if (child.exitCode !== null || performance.now() > deadline) {
      await stop()
      throw new Error('ZooKeeper did not start.')
    }
    await delay(POLL_MS)
  }
  return { port, stop }
}
