import type { Domain } from '../domain.ts'
import { userWindows } from './facts.ts'
import { userMirror } from './ingest/responses.ts'
import { observeUserWindows, userWindowsReader } from './ingest/user-windows.ts'
import { getUserData } from './routes/get-user-data.ts'
import { listActiveUsers } from './routes/list-active-users.ts'
import { userRowsBehind } from './rows-behind.ts'

export const users: Domain = {
  name: 'users',
  describe: 'Active users of protocols.',
  facts: [userWindows],
  routes: [listActiveUsers, getUserData],
  mirrored: userMirror,
  readers: [userWindowsReader],
  observe: observeUserWindows,
  rowsBehind: userRowsBehind,
}
