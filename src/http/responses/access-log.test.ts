import { describe, expect, test } from 'vitest'
import { createLogTo, toText } from '../../lib/log.ts'
import { AccessLog, type AccessLogOptions, type Answered } from './access-log.ts'

const ANSWERED: Answered = {
  requestId: 'a-1',
  method: 'GET',
  operation: 'tvl.listChains',
  status: 200,
  ms: 0.26,
  bytes: 1_234,
  caller: 'ip 192.0.2.1',
}

test('default: a line is written a requestTime later', async () => {
  const chunks: string[] = []
  const log = createLogTo('info', { write: (lines: string) => chunks.push(lines) })
  new AccessLog(log, { share: 'all', format: 'json' }).answered(ANSWERED)
  expect(chunks).toEqual([])
  await expect.poll(() => chunks).toHaveLength(1)
})

/** What is written for responses of these statuses, at a level. */
async function written(
  options: AccessLogOptions,
  responses: Partial<Answered>[],
  level = 'info',
): Promise<string[]> {
  const chunks: string[] = []
  const log = createLogTo(level, { write: (lines: string) => chunks.push(lines) })
  const accessLog = new AccessLog(log, options)
  for (const response of responses) accessLog.answered({ ...ANSWERED, ...response })
  accessLog.flush()
  return chunks.join('').split('\n').slice(0, -1)
}

const operationsOf = (lines: string[]) =>
  lines.map((line) => (JSON.parse(line) as Answered).operation)

describe('form', () => {
  test('default: a JSON line like those of the logger', async () => {
    const [line = ''] = await written({ share: 'all', format: 'json' }, [{}])
    // 0.26 ms is shown as 0.3.
    expect(JSON.parse(line)).toEqual({
      ...ANSWERED,
      level: 30,
      time: expect.any(Number),
      ms: 0.3,
      msg: 'answered',
    })
  })

  test('behavior: whatever a caller is called, a line is one JSON object', async () => {
    const caller = 'ip "x\\'
    const [line = ''] = await written({ share: 'all', format: 'json' }, [{ caller }])
    expect(JSON.parse(line)).toMatchObject({ caller })
  })

  test('behavior: text, which the text form of the log leaves alone', async () => {
    const [line = ''] = await written({ share: 'all', format: 'text' }, [{ bytes: null }])
    expect(line.replace(/^\S+/, 'TIME')).toBe(
      'TIME INFO answered GET tvl.listChains 200 ms=0.3 bytes=null caller="ip 192.0.2.1" requestId=a-1',
    )
    expect(toText(`${line}\n`)).toBe(`${line}\n`)
  })

  test('behavior: other lines of the log as text', () => {
    const entry = { level: 50, time: 0, pid: 1, hostname: 'h', run: 3, msg: 'job failed' }
    expect(toText(JSON.stringify(entry))).toBe('1970-01-01T00:00:00.000Z ERROR job failed run=3\n')
    const failed = { ...entry, err: { message: 'no disk', stack: 'Error: no disk' } }
    expect(toText(JSON.stringify(failed))).toBe(
      '1970-01-01T00:00:00.000Z ERROR job failed run=3: Error: no disk\n',
    )
  })
})

describe('share', () => {
  const seven = ['a', 'b', 'c', 'd', 'e', 'f', 'g'].map((operation) => ({ operation }))

  test('behavior: a number N logs one response of N and says so; our own errors are all logged', async () => {
    const lines = await written({ share: 3, format: 'json' }, [
      ...seven,
      { operation: 'broken', status: 503 },
    ])
    // Of seven the third and the sixth.
    expect(operationsOf(lines)).toEqual(['c', 'f', 'broken'])
    expect(lines.map((line) => (JSON.parse(line) as { sampledFrom?: number }).sampledFrom)).toEqual(
      [3, 3, undefined],
    )
  })

  test('behavior: checks of monitors are not logged unless they fail', async () => {
    const lines = await written({ share: 'all', format: 'json' }, [
      { operation: '/health' },
      { operation: '/metrics' },
      { operation: '/ready', status: 503 },
    ])
    expect(operationsOf(lines)).toEqual(['/ready'])
  })

  test.each([
    ['off', 'info', 0],
    ['all', 'warn', 0],
    ['off', 'debug', 7],
    [3, 'debug', 7],
  ] as const)('behavior: %s at %s logs %d of seven', async (share, level, count) => {
    expect(await written({ share, format: 'json' }, seven, level)).toHaveLength(count)
  })
})
