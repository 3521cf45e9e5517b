import { Agent, request } from 'node:http'

/**
 * A process that loops requests for ever, each address in a loop of its own, from an address of
 * this machine that no other client has: `heavy-client.ts <origin> <address> <path>…`. In a path
 * `{n}` is another number each time and `{m}` another moment, so that nothing is cached.
 */
const [origin = '', localAddress = '', ...paths] = process.argv.slice(2)
const agent = new Agent({ keepAlive: true, localAddress })
const LATEST_SEC = 1_769_000_000
const STEP_SEC = 3_607
let number = 0

function ask(path: string): Promise<number> {
  const moment = LATEST_SEC - ++number * STEP_SEC
  const varied = path.replaceAll('{n}', String(number)).replaceAll('{m}', String(moment))
  const url = `${origin}${varied}`
  return new Promise((resolve, reject) => {
    const asked = request(
      url,
      { agent, headers: { 'accept-encoding': 'identity' } },
      (response) => {
        response.resume()
        response.on('end', () => resolve(response.statusCode ?? 0))
      },
    )
    asked.on('error', reject)
    asked.end()
  })
}

async function loop(path: string): Promise<void> {
  for (;;) {
    const status = await ask(path)
    process.send?.({ path, status })
    // Refused work is asked for again, as a client that obeys no header does.
    if (status !== 200) await new Promise((resolve) => setTimeout(resolve, 10))
  }
}

await Promise.all(paths.map(loop))
