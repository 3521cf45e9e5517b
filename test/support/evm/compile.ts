import { createHash } from 'node:crypto'
import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Abi, Hex } from 'viem'
import { ROOT } from '../source-files.ts'

const CONTRACTS = join(ROOT, 'test/contracts')
const CACHE = join(ROOT, 'node_modules/.cache/almanac-contracts')
const SETTINGS = {
  optimizer: { enabled: true, runs: 200 },
  evmVersion: 'cancun',
  // Without it the byte code would end in a hash of the source, and addresses of what it creates
  // would move with every comment.
  metadata: { bytecodeHash: 'none' },
  outputSelection: { '*': { '*': ['abi', 'evm.bytecode.object'] } },
}

export interface Compiled {
  name: string
  abi: Abi
  bytecode: Hex
}

interface CompilerOutput {
  errors?: { severity: string; formattedMessage: string }[]
  contracts?: Record<string, Record<string, { abi: Abi; evm: { bytecode: { object: string } } }>>
}

/**
 * Contracts of a file in test/contracts by their names; one that was compiled before comes from the
 * cache.
 */
export async function compile(file: string): Promise<Record<string, Compiled>> {
  const content = readFileSync(join(CONTRACTS, file), 'utf8')
  const input = JSON.stringify({
    language: 'Solidity',
    sources: { [file]: { content } },
    settings: SETTINGS,
  })
  const cached = join(CACHE, `${createHash('sha256').update(input).digest('hex')}.json`)
  const found = findCached(cached)
  if (found !== undefined) return found
  // Loading the compiler takes seconds, so only who needs it does.
  const { default: solc } = await import('solc')
  const output = JSON.parse(solc.compile(input)) as CompilerOutput
  const errors = (output.errors ?? []).filter(({ severity }) => severity === 'error')
  if (errors.length > 0)
    throw new Error(errors.map(({ formattedMessage }) => formattedMessage).join('\n'))
  const compiled = Object.fromEntries(
    Object.entries(output.contracts?.[file] ?? {}).map(([name, { abi, evm }]) => [
      name,
      { name, abi, bytecode: `0x${evm.bytecode.object}` as Hex },
    ]),
  )
  mkdirSync(CACHE, { recursive: true })
  // Whole or not at all: another test may be reading it.
  writeFileSync(`${cached}.${process.pid}`, JSON.stringify(compiled))
  renameSync(`${cached}.${process.pid}`, cached)
  return compiled
}

/** One contract of a file, by its name. */
export async function compileContract(file: string, name: string): Promise<Compiled> {
  const contract = (await compile(file))[name]
  if (contract === undefined) throw new Error(`test/contracts/${file} has no contract ${name}.`)
  return contract
}

function findCached(path: string): Record<string, Compiled> | undefined {
  try {
    return JSON.parse(readFileSync(path, 'utf8')) as Record<string, Compiled>
  } catch {
    return undefined
  }
}
