// `npm run chain`: a chain of one's own with a token and a vault on it, to try readers and adapters
// against. See docs/adapters.md.
import { once } from 'node:events'
import { parseArgs } from 'node:util'
import { startAnvil } from '../test/support/evm/anvil.ts'
import { compileContract } from '../test/support/evm/compile.ts'
import { deploy, send } from '../test/support/evm/deploy.ts'

const { values } = parseArgs({ options: { port: { type: 'string', default: '8545' } } })
const BLOCK_SEC = 5
const print = (line: string) => process.stdout.write(`${line}\n`)

// The chain began two days ago, so that it has a past to read.
const nowSec = Math.floor(Date.now() / 1000)
const anvil = await startAnvil({ timestampSec: nowSec - 2 * 86_400, port: Number(values.port) })
const token = await deploy(anvil, await compileContract('token.sol', 'Token'), [
  'Local Coin',
  'COIN',
  6,
])
const vault = await deploy(anvil, await compileContract('vault.sol', 'Vault'), [
  token.address,
  'vCOIN',
])
await send(anvil, token, { functionName: 'mint', args: [vault.address, 2_500_000_000n] })
await anvil.rpc('evm_setNextBlockTimestamp', [nowSec])
await anvil.rpc('evm_mine')
// From here on it goes with the clock.
await anvil.rpc('anvil_removeBlockTimestampInterval')
await anvil.rpc('evm_setIntervalMining', [BLOCK_SEC])

print(
  `A chain of your own runs at ${anvil.url} (chain "local", id ${anvil.chainId}). Stop it with Ctrl+C.`,
)
print(`  token COIN  ${token.address}`)
print(`  a vault     ${vault.address}  holds 2,500 COIN`)

await Promise.race(['SIGINT', 'SIGTERM'].map((signal) => once(process, signal)))
await anvil.stop()
process.exit(0)
