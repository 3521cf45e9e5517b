import { postSql } from './post-sql.ts'

export const sqlRoutes = [postSql]

export const sqlTopic = {
  name: 'sql',
  description: 'Questions of your own over all facts, in SQL.',
}
