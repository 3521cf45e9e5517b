import { join } from 'node:path'
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { Program } from '../../test/support/program.ts'
import { ROOT } from '../../test/support/source-files.ts'
import { TEST_KEY, TestApp } from '../../test/support/test-app.ts'
import { callTool, connectAgent } from '../mcp/agent-for-tests.ts'

let app: TestApp
let baseUrl: string
let program: Program
beforeAll(async () => {
  app = await TestApp.start({ ALMANAC_DEMO: 'auto' })
  baseUrl = `http://127.0.0.1:${await app.listen()}`
  program = new Program()
})
afterAll(async () => {
  await app.stop()
  await program.stop()
})

function startMcp(args: string[], environment: Record<string, string>) {
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: [join(ROOT, 'scripts/almanac.mjs'), 'mcp', ...args],
    env: {
      PATH: process.env.PATH ?? '',
      ALMANAC_DATA_DIR: program.dataDir,
      PORT: '0',
      LOG_LEVEL: 'info',
      ...environment,
    },
  })
  return connectAgent(transport)
}

test('default: an agent asks a service at a URL, with a key', async () => {
  const agent = await startMcp(['--url', baseUrl], { ALMANAC_MCP_KEY: TEST_KEY })
  const { body } = await callTool(agent, 'hacks_and_raises', { kind: 'hacks', limit: 1 })
  expect(body.data).toMatchObject({ hacks: [{ name: 'Copper Options', amountUsd: 22_452 }] })
  expect(body.sources[0]?.run).toBe(2)
  const { resources } = await agent.listResources()
  expect(resources.some(({ uri }) => uri === 'almanac://datasets/prices')).toBe(true)
  await agent.close()
})

test('behavior: without a key the free requests are answered, the others say what to do', async () => {
  const agent = await startMcp(['--url', baseUrl], {})
  expect((await callTool(agent, 'top', { what: 'chains' })).isError).toBe(false)
  const { isError, body } = await callTool(agent, 'unlocks', {})
  expect([isError, body.error]).toEqual([true, 'missing_key'])
  expect(body.whatToDo).toContain('ALMANAC_MCP_KEY')
  await agent.close()
})

test('behavior: without a URL the data directory answers, filled if it is empty', async () => {
  const agent = await startMcp([], { ALMANAC_CLOCK: '2026-01-14T12:00:00Z' })
  const { body, isError } = await callTool(agent, 'unlocks', { withinDays: 365 })
  expect(isError, JSON.stringify(body)).toBe(false)
  expect((body.data.unlocks as object[]).length).toBeGreaterThan(1)
  await agent.close()
})

test('behavior: a server that runs on the data directory is asked', async () => {
  const server = await program.serve({ ALMANAC_CLOCK: '2026-01-14T12:00:00Z' })
  const agent = await startMcp([], { PORT: new URL(server.origin).port })
  const { body, isError } = await callTool(agent, 'unlocks', { withinDays: 365 })
  expect(isError, JSON.stringify(body)).toBe(false)
  await agent.close()
  const { code, stderr } = await program.run(['mcp'])
  expect([code, stderr]).toEqual([1, expect.stringContaining('--url')])
})

test.each([
  [['--url', 'ftp://x'], '--url must be an http or https URL'],
  [['--port', '1'], 'usage: almanac mcp'],
  [['extra'], 'usage: almanac mcp'],
])('error: %j is one line', async (args, words) => {
  const { code, stdout, stderr } = await program.run(['mcp', ...args])
  expect([code, stdout]).toEqual([1, ''])
  expect(stderr).toContain(words)
  expect(stderr.trim().split('\n')).toHaveLength(1)
})
