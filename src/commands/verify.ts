import { UsageError } from '../lib/errors.ts'
import {
  ADAPTER_OPTIONS,
  type AdapterRequest,
  namesGiven,
  toAdapterRequest,
} from './adapter-request.ts'
import { printTable } from './align-columns.ts'
import { defineCommand } from './define-command.ts'
import { list, option, RUN_NUMBER } from './options.ts'
import { formatCount } from './progress.ts'

const SHOWN = 20

export interface VerifyRequest {
  run: number
  /** Nodes instead of the configured ones: by chain, or without a name for every chain. */
  nodes: { chain: string; url: string }[]
  /** The module of the run, where it is not where it was; null: as it was addressed then. */
  adapter: AdapterRequest | null
}

export const verify = defineCommand({
  name: 'verify',
  usage: ['<run>'],
  options: {
    rpc: list('<URL or chain=URL>', 'asks these nodes in place of the configured ones'),
    adapter: option('<file>', 'the module of the run, where it has moved'),
    ...ADAPTER_OPTIONS,
  },
  describe: 'reproduces a run from its sources; fails where figures differ',
  examples: ['verify 41 --rpc ethereum=http://127.0.0.1:8545'],
  needs: 'store',
  run: async ({ args: [run], options: { rpc, adapter, ...more }, misuse }, context) => {
    if (!RUN_NUMBER.test(run)) throw misuse()
    if (more.at !== undefined) throw misuse('a run has its time: leave out --at')
    const other = namesGiven(more)[0]
    if (adapter === undefined && other !== undefined) throw misuse(`--${other} needs --adapter`)
    const nodes = rpc.map((text) => {
      const node = toNode(text)
      if (node === undefined) throw misuse('--rpc wants a URL starting with http:// or https://')
      return node
    })
    const request = {
      run: Number(run),
      nodes,
      adapter: adapter === undefined ? null : toAdapterRequest(adapter, more),
    }
    const { figures, differences, remarks } = await context.operations.verify(request)
    for (const remark of remarks) context.print(remark)
    if (differences.length === 0)
      return context.print(`run ${run}: ${formatCount(figures)} rows made again, all within 0.1%`)
    printTable(context.print, differences.slice(0, SHOWN), {
      fact: ({ fact }) => fact,
      row: ({ row }) => row,
      column: ({ column }) => column,
      stored: ({ stored }) => String(stored),
      'made again': ({ again }) => String(again),
    })
    throw new UsageError(
      `run ${run}: ${formatCount(differences.length)} differences in ${formatCount(figures)} rows`,
    )
  },
})

function toNode(text: string): { chain: string; url: string } | undefined {
  const [, chain = '', url = ''] = /^(?:([a-z0-9_-]+)=)?(https?:\/\/.+)$/i.exec(text) ?? []
  return url !== '' && URL.canParse(url) ? { chain, url } : undefined
}
