import { querySql } from './query-sql.ts'

export const sqlRoutes = [querySql]

export const sqlTopic = {
  name: 'sql',
  description: 'Questions of your own over all facts, in SQL.',
}
