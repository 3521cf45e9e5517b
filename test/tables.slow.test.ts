import { afterAll, beforeAll } from 'vitest'
import { describeTables } from './support/contract/tables.ts'
import { operationsElsewhere } from './support/operations.ts'
import { TestApp } from './support/test-app.ts'

let service: TestApp
beforeAll(async () => {
  service = await TestApp.startDemo()
})
afterAll(() => service.stop())

describeTables(() => service, operationsElsewhere)
