import { describe } from 'vitest'
import { startClickHouse } from '../../test/support/clickhouse/start-server.ts'
import { describeRetention } from '../../test/support/store/retention.ts'
import { describeStore } from '../../test/support/store/suite.ts'

describe('one server', () => {
  const bench = describeStore(async () => {
    const server = await startClickHouse()
    return { place: { path: '', url: server.url }, stop: () => server.stop() }
  })
  describeRetention(bench)
})
