// Takes the place of the engine's package for Node: what Almanac calls of it, answered by a process
// that runs the engine's Python package, or its x64 library under emulation. See README.md.
const { spawn } = require('node:child_process')
const { existsSync, mkdirSync, mkdtempSync, rmSync, statSync } = require('node:fs')
const { connect } = require('node:net')
const { tmpdir } = require('node:os')
const { join } = require('node:path')

const HEAD_BYTES = 32
// An engine without connections for this long releases its folder; one that opens the folder waits
// for longer than that (host.c, host.py).
const IDLE_MS = 10_000
const folder = join(__dirname, '..', '..', '.emulation')
// Native, or emulated: slow and exact, or quick with small errors in floats.
const present = existsSync(join(folder, 'native')) ? 'native' : 'quick'
const host = process.env.ALMANAC_EMULATION ?? present
const isExact = host !== 'quick'
const hosts = new Map()

/**
 * The engine of one data folder: a process that lives a moment longer than its last connection,
 * since the next may follow at once.
 */
class Host {
  connections = 0

  static of(path) {
    const host = hosts.get(path)
    if (host !== undefined && (host.connections > 0 || host.inode === inodeOf(path))) return host
    for (const other of [...hosts.values()]) if (other.connections === 0) other.stop()
    return new Host(path)
  }

  constructor(path) {
    this.path = path
    mkdirSync(path, { recursive: true })
    this.inode = inodeOf(path)
    this.folder = mkdtempSync(join(tmpdir(), 'almanac-engine-'))
    this.child = spawn(join(folder, host), [path, this.socketPath], {
      stdio: ['pipe', 'pipe', 'inherit'],
    })
    this.child.stdin.on('error', () => {})
    this.ready = new Promise((resolve, reject) => {
      this.child.stdout.once('data', resolve)
      this.child.once('exit', (code, signal) =>
        reject(new Error(`The process of the engine ended (${signal ?? code}).`)),
      )
    })
    this.ready.catch(() => {})
    // Like the native library, an engine at rest keeps no process alive.
    for (const part of [this.child, this.child.stdin]) part.unref()
    this.ready.finally(() => this.child.stdout.unref()).catch(() => {})
    hosts.set(path, this)
  }

  get socketPath() {
    return join(this.folder, 'engine')
  }

  release() {
    this.connections--
    setTimeout(() => {
      if (this.connections === 0) this.stop()
    }, IDLE_MS).unref()
  }

  stop() {
    if (hosts.get(this.path) === this) hosts.delete(this.path)
    this.child.kill('SIGKILL')
    rmSync(this.folder, { recursive: true, force: true })
  }
}

/** One connection to the engine: one question at a time, in the order they came. */
class Connection {
  #waiting = []
  #chunks = []
  #size = 0
  #wanted = HEAD_BYTES

  constructor(path) {
    this.host = Host.of(path)
    this.host.connections++
    this.opened = this.#open()
    this.opened.catch(() => {})
  }

  async ask(sql, format, params) {
    await this.opened
    return this.#send([
      isExact ? sql : await this.#exactly(withoutWideFloats(withoutSync(sql))),
      format,
      ...Object.entries(params).flat(),
    ])
  }

  /**
   * The engine's quick way to read a number from text takes 80-bit floats, which the emulator has
   * not. So floats are read as text and then cast, which takes the exact way.
   */
  async #exactly(sql) {
    const insert = /^INSERT INTO (\S+) FORMAT JSONEachRow\s+(?=\{)/.exec(sql)
    if (insert === null)
      return sql.replace(/\{(\w+):((?:Nullable\(|Array\()*Float(?:32|64)\)*)\}/g, (_, name, type) =>
        exactColumn(`{${name}:${asText(type)}}`, type),
      )
    const rows = sql.slice(insert[0].length)
    const given = new Set(
      rows.split('\n').flatMap((line) => (line === '' ? [] : Object.keys(JSON.parse(line)))),
    )
    const types = (await this.#typesOf(insert[1])).filter(({ name }) => given.has(name))
    if (!types.some(({ type }) => type.includes('Float'))) return sql
    const columns = types.map(({ name }) => `\`${name}\``)
    const selected = types.map(({ name, type }) =>
      type.includes('Float') ? exactColumn(`\`${name}\``, type) : `\`${name}\``,
    )
    const structure = types.map(({ name, type }) => `\`${name}\` ${asText(type)}`).join(', ')

    return `INSERT INTO ${insert[1]} (${columns}) SELECT ${selected} FROM format(JSONEachRow, '${quoted(structure)}', '${quoted(rows)}')`
  }

  async #typesOf(table) {
    const { bytes } = await this.#send([`DESCRIBE TABLE ${table}`, 'JSONEachRow'])
    return Buffer.from(bytes)
      .toString()
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line))
  }

  close() {
    this.host.release()
    this.opened.then(() => this.socket.end()).catch(() => {})
  }

  #send(texts) {
    return this.#expectAnswer(() => {
      const count = Buffer.alloc(4)
      count.writeUInt32LE(texts.length)
      this.socket.cork()
      this.socket.write(count)
      for (const text of texts) this.#write(Buffer.from(text))
      this.socket.uncork()
    })
  }

  async #open() {
    await this.host.ready
    this.socket = connect(this.host.socketPath)
    this.socket.on('data', (chunk) => this.#receive(chunk))
    this.socket.on('error', () => {})
    this.socket.on('close', () => this.#settleAll(new Error('The process of the engine ended.')))
    await this.#expectAnswer(() => {})
    if (!isExact)
      await this.#send(['SET precise_float_parsing = 1, max_query_size = 1000000000', 'CSV'])
  }

  #expectAnswer(send) {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ resolve, reject })
      this.socket.ref()
      send()
    })
  }

  #write(text) {
    const size = Buffer.alloc(4)
    size.writeUInt32LE(text.length)
    this.socket.write(size)
    this.socket.write(text)
  }

  #receive(chunk) {
    this.#chunks.push(chunk)
    this.#size += chunk.length
    while (this.#size >= this.#wanted) {
      const bytes = Buffer.concat(this.#chunks)
      const end = HEAD_BYTES + bytes.readUInt32LE(4)
      this.#wanted = end
      if (bytes.length >= end) {
        this.#settle(bytes, end)
        this.#wanted = HEAD_BYTES
      }
      const rest = this.#wanted === HEAD_BYTES ? bytes.subarray(end) : bytes
      this.#chunks = [rest]
      this.#size = rest.length
    }
  }

  #settle(bytes, end) {
    const body = Uint8Array.from(bytes.subarray(HEAD_BYTES, end))
    const { resolve, reject } = this.#waiting.shift()
    if (this.#waiting.length === 0) this.socket.unref()
    if (bytes.readUInt32LE(0) !== 0) return reject(new Error(Buffer.from(body).toString()))
    const [rowsRead, bytesRead] = [
      Number(bytes.readBigUInt64LE(16)),
      Number(bytes.readBigUInt64LE(24)),
    ]
    resolve({ bytes: body, elapsed: bytes.readDoubleLE(8), rowsRead, bytesRead })
  }

  #settleAll(error) {
    for (const { reject } of this.#waiting.splice(0)) reject(error)
  }
}

function inodeOf(path) {
  return statSync(path, { throwIfNoEntry: false })?.ino
}

process.on('exit', () => {
  for (const host of [...hosts.values()]) host.stop()
})

function quoted(text) {
  return text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")
}

function asText(type) {
  return type.replace(/Float(32|64)/g, 'String')
}

function exactColumn(text, type) {
  return `CAST(${text} AS ${type})`
}

/**
 * Between floats and integers of 128 bits the engine goes by 80-bit floats. Sums of dollars
 * (bridges.md#exact-sums), the only place where that happens, are made of two halves of 53 bits
 * instead, which doubles hold exactly.
 */
function withoutWideFloats(sql) {
  if (!sql.includes('pow(2, 70)')) return sql
  const half = '9007199254740992'
  const integers = replaceCalls(sql, 'toInt128', (inner) => {
    const [, value] = /^(.*) \* pow\(2, 70\)$/s.exec(inner) ?? []
    if (value === undefined) return `toInt128(${inner})`
    const scaled = `(${value} * 131072)`
    return `(toInt128(toInt64(floor(${scaled}))) * toInt128(${half}) + toInt128(toInt64((${scaled} - floor(${scaled})) * ${half})))`
  })
  return replaceCalls(integers, 'toFloat64', (inner) => {
    const part = (operation) => `toFloat64(toInt64(${operation}(${inner}, toInt128(${half}))))`
    return `(${part('intDiv')} * ${half} + ${part('modulo')})`
  })
}

/** Replaces the calls of a function, whatever parentheses its argument has. */
function replaceCalls(sql, name, replace) {
  const start = sql.indexOf(`${name}(`)
  if (start < 0) return sql
  let depth = 0
  let end = start + name.length
  do {
    if (sql[end] === '(') depth++
    if (sql[end] === ')') depth--
    end++
  } while (depth > 0 && end < sql.length)
  const inner = sql.slice(start + name.length + 1, end - 1)
  return sql.slice(0, start) + replace(inner) + replaceCalls(sql.slice(end), name, replace)
}

/**
 * In this older library the task that SYNC waits for never runs. A table dropped without it is out
 * of sight at once all the same.
 */
function withoutSync(sql) {
  return sql.replace(/^(\s*DROP .*) SYNC\s*$/is, '$1')
}

module.exports = {
  CreateConnection: (path) => new Connection(path),
  QueryAsyncConnection: (connection, sql, format, params = {}) =>
    connection.ask(sql, format, params),
  CloseConnection: (connection) => connection.close(),
}
