import { connect, type Socket } from 'node:net'

/**
 * A process with connections that cost and bring nothing, until it is ended: idle ones, senders of a
 * byte a second, readers that never read. `load-crowd.ts <host> <port> <idle> <slow> <unread>`.
 */
const [host = '', port = '0', idle = '0', senders = '0', readers = '0'] = process.argv.slice(2)
const CHUNK = 200
const open = new Set<Socket>()
let isReady = false

/** Opens a connection, and another one when it ends. */
function keepOpen(begin: (socket: Socket) => void): Promise<void> {
  return new Promise((resolve) => {
    const socket = connect(Number(port), host)
    socket.on('error', () => undefined)
    socket.once('connect', () => {
      open.add(socket)
      begin(socket)
      resolve()
    })
    socket.once('close', () => {
      open.delete(socket)
      resolve()
      setTimeout(() => keepOpen(begin), 1_000)
    })
  })
}

const HEAD = `GET /v2/chains HTTP/1.1\r\nHost: ${host}:${port}\r\nX-Forwarded-For: 203.0.113.9\r\n`

function beIdle(socket: Socket): void {
  socket.resume()
  socket.write(`${HEAD}\r\n`)
}

function sendSlowly(socket: Socket): void {
  socket.resume()
  const text = `${HEAD}X-Slow: ${'a'.repeat(600)}`
  let sent = 0
  const timer = setInterval(() => socket.write(text.charAt(sent++)), 1_000)
  socket.once('close', () => clearInterval(timer))
}

/** Asks for one of the longest answers, and reads nothing of it. */
function neverRead(socket: Socket): void {
  socket.pause()
  socket.write(`${HEAD.replace('/v2/chains', '/protocols')}\r\n`)
}

for (const [wanted, begin] of [
  [idle, beIdle],
  [senders, sendSlowly],
  [readers, neverRead],
] as const)
  for (let made = 0; made < Number(wanted); made += CHUNK)
    await Promise.all(
      Array.from({ length: Math.min(CHUNK, Number(wanted) - made) }, () => keepOpen(begin)),
    )
isReady = true
process.on('message', () => process.send?.({ isReady, open: open.size }))
process.send?.({ isReady, open: open.size })
