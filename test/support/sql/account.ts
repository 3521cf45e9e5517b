import { readFileSync } from 'node:fs'
import { join } from 'node:path'

const GUIDE = join(import.meta.dirname, '../../../docs/sql.md')

export const SQL_ACCOUNT = 'almanac_sql'
export const SQL_PASSWORD = 'a long password'

/**
 * The account of docs/sql.md as a file of the server. The server of the tests has no place for
 * accounts made by statements, so the same settings, bounds and grants are written as XML.
 */
export function accountXml(): string {
  const guide = readFileSync(GUIDE, 'utf8')
  const profile = /CREATE SETTINGS PROFILE \w+ SETTINGS (.+);/.exec(guide)?.[1] ?? ''
  const settings = profile.split(', ').map((text) => {
    const [, name, value, max, isFixed] = /^(\w+) = (\d+)(?: MAX (\d+))?( CONST)?$/.exec(text) ?? []
    if (name === undefined) throw new Error(`The guide has a setting of another form: ${text}`)
    const bound = isFixed === undefined ? max && `<max>${max}</max>` : '<readonly/>'
    return { value: `<${name}>${value}</${name}>`, bound: bound && `<${name}>${bound}</${name}>` }
  })
  const grants = [...guide.matchAll(/^(GRANT .+) TO almanac_sql;$/gm)].map(([, text]) => text)
  const bounds = settings.map(({ bound }) => bound ?? '').join('')
  return `<clickhouse>
  <profiles>
    <default/>
    <${SQL_ACCOUNT}>
      ${settings.map(({ value }) => value).join('')}
      <constraints>${bounds}</constraints>
    </${SQL_ACCOUNT}>
  </profiles>
  <quotas><default/></quotas>
  <users>
    <default><password/><networks><ip>::/0</ip></networks><profile>default</profile><quota>default</quota></default>
    <${SQL_ACCOUNT}>
      <password>${SQL_PASSWORD}</password><networks><ip>::/0</ip></networks>
      <profile>${SQL_ACCOUNT}</profile><quota>default</quota>
      <grants>${grants.map((text) => `<query>${text}</query>`).join('')}</grants>
    </${SQL_ACCOUNT}>
  </users>
</clickhouse>
`
}
