import { type IncomingMessage, request } from 'node:http'
import { createInterface } from 'node:readline'
import { UsageError } from '../lib/errors.ts'
import type { RemovedDemo } from '../runs/remove-demo.ts'
import type { Message } from './control-server.ts'
import { socketOf } from './data-dir.ts'
import type { Operations, Status } from './operations.ts'
import type { SourceState } from './sources.ts'

interface Listeners {
  onProgress?: ((progress: never) => void) | undefined
  write?: ((bytes: Uint8Array) => Promise<void>) | undefined
}

const CONNECTION_ENDED = new Set(['ECONNRESET', 'ECONNREFUSED', 'ENOENT'])

/** The same operations, done by the server that has the data directory open. */
export function remoteOperations(dataDir: string): Operations {
  const remote =
    <Options extends object, Result>(name: keyof Operations) =>
    ({ onProgress, write, ...options }: Options & Listeners): Promise<Result> =>
      ask(dataDir, `/${name}`, options, { onProgress, write })
  return {
    importFiles: remote('importFiles'),
    importAnswer: remote('importAnswer'),
    exportFact: remote('exportFact'),
    runSql: remote('runSql'),
    status: () => remote<object, Status>('status')({}),
    listSources: () => remote<object, SourceState[]>('listSources')({}),
    fillSource: remote('fillSource'),
    checkSource: remote('checkSource'),
    runSource: remote('runSource'),
    runAdapter: remote('runAdapter'),
    testAdapter: remote('testAdapter'),
    checkAdapters: remote('checkAdapters'),
    backfill: remote('backfill'),
    listAffectedDays: remote('listAffectedDays'),
    verify: remote('verify'),
    checkStore: remote('checkStore'),
    listHolds: remote('listHolds'),
    decideHolds: remote('decideHolds'),
    undoDecision: remote('undoDecision'),
    mirrorTurn: remote('mirrorTurn'),
    mirrorPlan: remote('mirrorPlan'),
    mirrorDiff: remote('mirrorDiff'),
    writeSnapshot: remote('writeSnapshot'),
    pull: remote('pull'),
    listRuns: remote('listRuns'),
    showRun: remote('showRun'),
    undoRun: remote('undoRun'),
    dropVersions: remote('dropVersions'),
    removeDemo: () => remote<object, RemovedDemo>('removeDemo')({}),
  }
}

async function ask<T>(
  dataDir: string,
  path: string,
  options: object,
  listeners: Listeners,
): Promise<T> {
  try {
    const response = await send(dataDir, path, options)
    // The lines are read from here on: a reader made earlier would lose those that arrive before
    // it is listened to.
    for await (const line of createInterface({
      input: response,
      crlfDelay: Number.POSITIVE_INFINITY,
    })) {
      const message = JSON.parse(line) as Message
      if (message.error !== undefined) throw new UsageError(message.error)
      if (message.progress !== undefined) listeners.onProgress?.(message.progress)
      if (message.chunk !== undefined) await listeners.write?.(Buffer.from(message.chunk, 'base64'))
      if (message.result !== undefined) return message.result as T
    }
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === undefined || !CONNECTION_ENDED.has(code)) throw error
  }
  throw new UsageError(
    'The server stopped before it had finished; nothing was committed unless it says so in `almanac status`.',
  )
}

function send(dataDir: string, path: string, options: object): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    const call = request({ socketPath: socketOf(dataDir), path, method: 'POST' }, resolve)
    call.once('error', reject)
    call.end(JSON.stringify(options))
  })
}
