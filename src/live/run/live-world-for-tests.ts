import { rmSync } from 'node:fs'
import { pino } from 'pino'
import { CHAIN_DEPENDENCIES } from '../../../test/support/evm/client.ts'
import { makeEngineDir } from '../../../test/support/worker-engine.ts'
import { type Sql, sql } from '../../lib/sql.ts'
import { commitRun } from '../../runs/run.ts'
import { createChainClient } from '../../sources/chain/create-chain-client.ts'
import type { LiveSource } from '../../sources/model/live-source.ts'
import {
  type Flow,
  type Holding,
  nothingSeen,
  type SeenTransfer,
} from '../../sources/model/observations.ts'
import { bookOf } from '../../sources/model/price-book-for-tests.ts'
import { orNull, t } from '../../store/columns.ts'
import { defineFact, type Fact } from '../../store/fact.ts'
import { Store } from '../../store/store.ts'
import { qualityHolds } from '../guards/holds/facts.ts'
import { readGuardSettings } from '../guards/rules/settings.ts'
import type { ObservationWriter } from '../model/fact-rows.ts'
import type { Watch } from '../model/watch.ts'
import { type Receipt, receipts, toReceiptRow } from '../receipts/receipt.ts'
import { sourceStates } from '../schedule/source-state-log.ts'
import { Chains } from './chains.ts'
import type { LiveContext } from './live-context.ts'

/**
 * What is held by a protocol on a chain, what flowed there, and what happened: facts of these
 * tests.
 */
const level = defineFact({
  name: 'levels',
  describe: 'Levels of the tests.',
  key: { protocol: t.text('Its id'), chain: t.word('Its chain') },
  time: 'atSec',
  values: { valueUsd: t.float('US dollars', { min: 0 }) },
})
const flow = defineFact({
  name: 'flows',
  describe: 'Flows of the tests.',
  key: { protocol: t.text('Its id'), label: t.word('What flowed', { min: 0 }) },
  time: 'atSec',
  values: { valueUsd: t.float('US dollars') },
})
const event = defineFact({
  name: 'events',
  describe: 'Events of the tests.',
  key: { protocol: t.text('Its id'), txHash: t.text('What happened') },
  time: 'atSec',
  values: {
    valueUsd: t.float('US dollars'),
    isGone: orNull(t.bool('true: it did not happen after all')),
  },
})

const usd = (amount: Holding['amount'] | Flow['amount'] | SeenTransfer['amount']) =>
  'usd' in amount ? amount.usd : 0

const write: ObservationWriter = ({ holdings, flows, transfers }) => [
  {
    fact: level,
    rows: holdings.map(({ protocol, chain, atSec, amount }) => ({
      protocol,
      chain,
      atSec,
      valueUsd: usd(amount),
    })),
    nothing: { valueUsd: 0 },
  },
  {
    fact: flow,
    rows: flows.map(({ protocol, label, atSec, amount }) => ({
      protocol,
      label,
      atSec,
      valueUsd: usd(amount),
    })),
    nothing: { valueUsd: 0 },
  },
  {
    fact: event,
    rows: transfers.map(({ bridge, txHash, atSec, amount }) => ({
      protocol: String(bridge),
      txHash,
      atSec,
      valueUsd: usd(amount),
    })),
    nothing: { isGone: true },
    areEvents: true,
  },
]

const watches: readonly Watch[] = [
  {
    fact: level,
    series: ['protocol'],
    value: 'valueUsd',
    parts: ['chain'],
    nature: 'level',
    unit: 'usd',
    mayRepeat: true,
  },
]

/** A store and what runs are made with; the clock is set by hand. */
export class LiveWorld {
  readonly context: LiveContext
  readonly store: Store
  readonly folder: string
  nowSec = 0

  private constructor(store: Store, folder: string, chains: Chains) {
    this.store = store
    this.folder = folder
    this.context = {
      store,
      clock: { nowMs: () => this.nowSec * 1000 },
      log: pino({ level: 'silent' }),
      chains,
      writers: [write],
      watches,
      guards: readGuardSettings(),
      remark: async () => [],
      loadPriceBook: async () => bookOf({}),
    }
  }

  static async open(
    chains = new Chains([], (settings) => createChainClient(settings, CHAIN_DEPENDENCIES)),
  ): Promise<LiveWorld> {
    const folder = await makeEngineDir()
    return new LiveWorld(
      await Store.open({
        facts: [level, flow, event, receipts, qualityHolds, sourceStates],
        path: folder,
      }),
      folder,
      chains,
    )
  }

  /** Writes receipts as if those periods had been read. */
  async putReceipts(
    rows: readonly (Pick<Receipt, 'source' | 'fromSec' | 'atSec'> & Partial<Receipt>)[],
  ): Promise<void> {
    const blank = {
      codeHash: 'first',
      methodology: '',
      methodologyVersion: 1,
      blocks: [],
      roundTrips: 0,
      prices: [],
      unpriced: [],
      knownRun: 0,
      address: null,
      programHash: null,
    }
    await commitRun(
      this.store,
      { source: 'earlier', clock: this.context.clock, again: true },
      async (stage) => {
        await stage.insertRows(
          receipts,
          rows.map((row) => toReceiptRow({ ...blank, ...row })),
        )
        return { accepted: 0, rejected: 0, held: 0 }
      },
    )
  }

  /** Writes levels as a person's file would. */
  importLevels(
    rows: readonly { protocol: string; chain: string; atSec: number; valueUsd: number }[],
  ): Promise<void> {
    return this.#import(level, rows)
  }

  /** Writes events as a person's file would. */
  importEvents(
    rows: readonly { protocol: string; txHash: string; atSec: number; valueUsd: number }[],
  ): Promise<void> {
    return this.#import(event, rows)
  }

  async #import(fact: Fact, rows: readonly Record<string, unknown>[]): Promise<void> {
    await commitRun(this.store, { source: 'import', clock: this.context.clock }, async (stage) => {
      await stage.insertRows(fact, rows)
      return { accepted: rows.length, rejected: 0, held: 0 }
    })
  }

  /** Levels of a protocol that are served, such as `3600 base 100 ok`. */
  async levels(protocol: string): Promise<string[]> {
    const rows = await this.#served('levels', protocol, sql`chain`)
    return rows.map(
      ({ atSec, name, valueUsd, quality }) => `${atSec} ${name} ${valueUsd} ${quality}`,
    )
  }

  /** Flows of a protocol that are served, such as `0 swaps 7 ok`. */
  async flows(protocol: string): Promise<string[]> {
    const rows = await this.#served('flows', protocol, sql`label`)
    return rows.map(
      ({ atSec, name, valueUsd, quality }) => `${atSec} ${name} ${valueUsd} ${quality}`,
    )
  }

  /** Events of a protocol that stand, such as `70 0xa 5`. */
  async events(protocol: string): Promise<string[]> {
    const snapshot = this.store.snapshot()
    const rows = await snapshot.query<{ atSec: number; txHash: string; valueUsd: number }>(
      sql`SELECT atSec, txHash, valueUsd FROM ${snapshot.current(event, sql`protocol = {protocol:String}`)} WHERE isNull(isGone) ORDER BY atSec, txHash`,
      { protocol },
    )
    return rows.map(({ atSec, txHash, valueUsd }) => `${atSec} ${txHash} ${valueUsd}`)
  }

  async close(): Promise<void> {
    await this.store.close()
    rmSync(this.folder, { recursive: true, force: true })
  }

  #served(fact: 'levels' | 'flows', protocol: string, part: Sql) {
    const snapshot = this.store.snapshot()
    return snapshot.query<{ atSec: number; name: string; valueUsd: number; quality: string }>(
      sql`SELECT atSec, ${part} AS name, valueUsd, quality FROM ${snapshot.current(fact === 'levels' ? level : flow, sql`protocol = {protocol:String}`)} ORDER BY atSec, name`,
      { protocol },
    )
  }
}

/**
 * What a source of these tests sees: of every period dollars by chain and dollars that flowed by
 * label, and what happened within it.
 */
export interface Sight {
  levels?: Record<string, number>
  flows?: Record<string, number>
  /** Each at a time of its own. */
  events?: { txHash: string; atSec: number; usd: number }[]
}

/**
 * A source that says what the test puts into `sight`; it may be changed from one reading to the
 * next.
 */
export function sightSource(
  protocol: string,
  sight: Sight,
  more: Partial<LiveSource> = {},
): LiveSource {
  return {
    id: `reader:${protocol}`,
    belongsTo: protocol,
    chains: [],
    cadence: '7 * * * *',
    step: 'hour',
    codeHash: 'first',
    methodology: 'What the test says.',
    methodologyVersion: 1,
    hasPast: true,
    collect: async ({ atSec, fromSec }) => {
      const holdings = Object.entries(sight.levels ?? {}).map(
        ([chain, dollars]): Holding => ({
          protocol,
          chain,
          section: 'tvl',
          atSec,
          amount: { usd: dollars },
        }),
      )
      const flows = Object.entries(sight.flows ?? {}).map(
        ([label, dollars]): Flow => ({
          protocol,
          label,
          metric: 'fees',
          dataType: 'dailyFees',
          version: '',
          chain: 'base',
          atSec: fromSec,
          amount: { usd: dollars },
        }),
      )
      const within = (sight.events ?? []).filter((one) => one.atSec >= fromSec && one.atSec < atSec)
      const transfers = within.map((one) => transferOf(Number(protocol), one))
      return {
        observations: { ...nothingSeen(), holdings, flows, transfers },
        blocks: [],
        roundTrips: 0,
      }
    },
    ...more,
  }
}

function transferOf(
  bridge: number,
  { txHash, atSec, usd: dollars }: { txHash: string; atSec: number; usd: number },
): SeenTransfer {
  const amount = { coin: 'base:0xa', usd: dollars }
  return {
    bridge,
    chain: 'base',
    txHash,
    logIndex: 0,
    block: null,
    from: '0x1',
    to: '0x2',
    amount,
    isDeposit: true,
    sourceChain: null,
    atSec,
  }
}
