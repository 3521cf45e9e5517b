import { takeClickHouse } from '../../../test/support/clickhouse/worker-server.ts'
import { describeHostile } from '../../../test/support/hostile-ways.ts'

describeHostile(takeClickHouse)
