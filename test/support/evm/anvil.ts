import { type ChildProcessByStdio, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { Readable, Writable } from 'node:stream'
import { MissingPart } from '../missing-part.ts'
import { ROOT } from '../source-files.ts'

// ALMANAC_TEST_EVM names another program that takes the same options.
const PROGRAM =
  process.env.ALMANAC_TEST_EVM ?? join(ROOT, 'node_modules/@foundry-rs/anvil-linux-amd64/bin/anvil')
const MNEMONIC = 'test test test test test test test test test test test junk'
// The shell outlives neither us nor the node: it ends the node when its standard input, which we
// hold, is closed.
const TIED = '"$0" "$@" </dev/null & exec >&- 2>&-; read -r _; kill -9 $!; wait'
const START_TIMEOUT_MS = 60_000

type Child = ChildProcessByStdio<Writable, Readable, Readable>

export interface AnvilOptions {
  /** Where it listens; any free port if not given. */
  port?: number
  chainId?: number
  /** Time of the genesis block, Unix seconds. */
  timestampSec?: number
  /** Seconds from one block to the next, whatever the wall clock says. */
  blockTimeSec?: number
  /**
   * `auto` makes a block per transaction; `manual` makes one only when asked by `evm_mine` or
   * `anvil_mine`.
   */
  mining?: 'auto' | 'manual'
  /** Further arguments of the program. */
  args?: readonly string[]
}

/** A real EVM chain of one node, the same on every run: known accounts, known times. */
export interface Anvil {
  readonly url: string
  readonly chainId: number
  /** Asks the node; throws what it complains about. */
  rpc<Result = unknown>(method: string, params?: readonly unknown[]): Promise<Result>
  stop(): Promise<void>
}

export async function startAnvil(options: AnvilOptions = {}): Promise<Anvil> {
  const {
    port = 0,
    chainId = 31_337,
    timestampSec = 1_700_000_000,
    blockTimeSec = 12,
    mining = 'auto',
    args = [],
  } = options
  if (!existsSync(PROGRAM))
    throw new MissingPart('EVM node', 'ALMANAC_TEST_EVM=<path of anvil> npm test')
  const fixed = [
    '--host',
    '127.0.0.1',
    '--port',
    `${port}`,
    '--chain-id',
    `${chainId}`,
    '--timestamp',
    `${timestampSec}`,
    '--mnemonic',
    MNEMONIC,
  ]
  const child = spawn(
    '/bin/sh',
    ['-c', TIED, PROGRAM, ...fixed, ...(mining === 'manual' ? ['--no-mining'] : []), ...args],
    {
      stdio: ['pipe', 'pipe', 'pipe'],
    },
  )
  const url = `http://127.0.0.1:${await findPort(child)}`
  const anvil: Anvil = {
    url,
    chainId,
    rpc: (method, params = []) => ask(url, method, params),
    stop: () => end(child),
  }
  await anvil.rpc('anvil_setBlockTimestampInterval', [blockTimeSec])
  return anvil
}

/** The node says on its standard output where it listens, once it does. */
function findPort(child: Child): Promise<number> {
  return new Promise((resolve, reject) => {
    let said = ''
    const fail = (): void => {
      child.stdin.end()
      reject(new Error(`anvil did not start. It said:\n${said.slice(-4_000)}`))
    }
    const timer = setTimeout(fail, START_TIMEOUT_MS)
    const hear = (text: string): void => {
      said += text
      const port = /Listening on 127\.0\.0\.1:(\d+)/.exec(said)?.[1]
      if (port === undefined) return
      clearTimeout(timer)
      for (const stream of [child.stdout, child.stderr]) stream.removeAllListeners().resume()
      resolve(Number(port))
    }
    child.stdout.setEncoding('utf8').on('data', hear).once('close', fail)
    child.stderr.setEncoding('utf8').on('data', hear)
  })
}

async function ask<Result>(
  url: string,
  method: string,
  params: readonly unknown[],
): Promise<Result> {
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params })
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body,
  })
  const reply = (await response.json()) as { result: Result; error?: { message: string } }
  if (reply.error !== undefined) throw new Error(`${method}: ${reply.error.message}`)
  return reply.result
}

async function end(child: Child): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const ended = once(child, 'exit')
  child.stdin.end()
  await ended
}
