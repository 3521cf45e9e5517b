import { describe } from 'vitest'
import { takeClickHouse } from '../../test/support/clickhouse/worker-server.ts'
import { describeRetention } from '../../test/support/store/retention.ts'
import { describeStore } from '../../test/support/store/suite.ts'

describe('one server', () => {
  const bench = describeStore(async () => {
    const server = await takeClickHouse()
    return { place: { path: '', url: server.url }, stop: async () => {} }
  })
  describeRetention(bench)
})
