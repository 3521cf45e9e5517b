import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { coinOf, fillPrices } from './support/fill.ts'
import { load, startAlmanac, startNginx, withFolder } from './support/processes.ts'
import type { Report } from './support/report.ts'

const COINS = 1_000_000
const PER_REQUEST = 10
const ROUNDS = 3

/** `/prices/current` for random coins out of a million: nothing is cached, every response is made. */
export async function randomPrices(report: Report): Promise<void> {
  report.section(
    'Current prices of 10 random coins out of 1,000,000, against nginx with a body of the same size',
  )
  await withFolder(async (folder) => {
    const dataDir = join(folder, 'data')
    await fillPrices(dataDir, { coins: COINS, days: 1, untilSec: Math.floor(Date.now() / 1000) })
    const almanac = await startAlmanac(dataDir, { ALMANAC_DEMO: 'off' })
    const sample = await (
      await fetch(
        `${almanac.url}/prices/current/${Array.from({ length: PER_REQUEST }, (_, index) => coinOf(index * 99_991)).join(',')}`,
      )
    ).text()
    writeFileSync(join(folder, 'sample.json'), sample)
    const script = join(folder, 'random.lua')
    writeFileSync(script, luaScript())
    const nginx = await startNginx(folder)
    const ours: number[] = []
    const peers: number[] = []
    for (let round = 0; round < ROUNDS; round++) {
      peers.push((await load(`${nginx.url}/sample.json`)).requestsPerSecond)
      const result = await load(almanac.url, { script })
      if (result.errors > 0) throw new Error(`${result.errors} responses were errors`)
      ours.push(result.requestsPerSecond)
    }
    report.ratio('random coins', Math.max(...ours), Math.max(...peers), 0.12)
    await nginx.stop()
    await almanac.stop()
  })
}

function luaScript(): string {
  return `math.randomseed(42)
request = function()
  local coins = {}
  for i = 1, ${PER_REQUEST} do coins[i] = string.format("ethereum:0x%040x", math.random(0, ${COINS - 1})) end
  return wrk.format("GET", "/prices/current/" .. table.concat(coins, ","))
end
`
}
