import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseYaml } from '@redocly/openapi-core'
import { describe, expect, test } from 'vitest'
import { findSetting } from '../src/config/settings.ts'
import { readConfig } from '../src/config.ts'
import { ROOT } from './support/source-files.ts'

interface Service {
  image: string
  command?: string[]
  environment?: Record<string, string>
  volumes?: string[]
  configs?: { source: string }[]
  depends_on?: string[] | Record<string, unknown>
  read_only?: boolean
}
interface Compose {
  services: Record<string, Service>
  volumes: Record<string, null>
  configs: Record<string, { content: string }>
}

const read = (name: string) => readFileSync(join(ROOT, 'ops', name), 'utf8')

test.each(['Dockerfile', 'compose.yaml', 'almanac.service', 'alerts.yml', 'grafana.json'])(
  'behavior: the first line of %s says what was not tried',
  (name) => {
    expect(read(name).split('\n')[0]).toMatch(/in the (test )?suite/)
  },
)

describe('compose.yaml', () => {
  const { services, volumes, configs } = parseYaml(
    read('compose.yaml').replaceAll(/\$\{ALMANAC_PASSWORD[^}]*\}/g, 'secret'),
  ) as Compose
  const named = Object.entries(services)
  const own = named.filter(([, { image }]) => image.startsWith('almanac:'))

  test('default: two API nodes, two that ingest, ClickHouse 2 × 2 with a keeper, PostgreSQL, a proxy', () => {
    expect(own.map(([name, { command }]) => [name, command?.slice(-2)])).toEqual([
      ['api-1', ['--role', 'api']],
      ['api-2', ['--role', 'api']],
      ['ingest-1', ['--role', 'ingest']],
      ['ingest-2', ['--role', 'ingest']],
    ])
    const shards = named.flatMap(([name, { environment }]) =>
      environment?.SHARD === undefined ? [] : [[name, environment.SHARD, environment.REPLICA]],
    )
    expect(shards).toEqual([
      ['ch-1-1', '1', 'ch-1-1'],
      ['ch-1-2', '1', 'ch-1-2'],
      ['ch-2-1', '2', 'ch-2-1'],
      ['ch-2-2', '2', 'ch-2-2'],
    ])
    const others = ['proxy', 'postgres', 'keeper']
    expect(Object.keys(services).sort()).toEqual(
      [...own.map(([name]) => name), ...shards.map(([name]) => name), ...others].sort(),
    )
  })

  test('behavior: the settings are settings of ours with valid values, and name the servers', () => {
    for (const [, { environment = {}, read_only }] of own) {
      expect(Object.keys(environment).filter((name) => findSetting(name) === undefined)).toEqual([])
      expect(read_only).toBe(true)
      const config = readConfig(environment)
      const hosts = config.storeUrl?.split(',').map((url) => new URL(url).hostname)
      expect(hosts).toEqual(['ch-1-1', 'ch-1-2', 'ch-2-1', 'ch-2-2'])
      expect(new URL(config.accountsUrl ?? '').hostname).toBe('postgres')
      const cluster = configs.cluster?.content ?? ''
      expect(cluster).toContain(`<${config.cluster}>`)
      expect([...cluster.matchAll(/<host>(ch[^<]+)</g)].map(([, host]) => host)).toEqual(hosts)
    }
  })

  test('behavior: what services refer to is declared, and images have versions', () => {
    for (const [name, service] of named) {
      const dependsOn = service.depends_on ?? []
      const needs = Array.isArray(dependsOn) ? dependsOn : Object.keys(dependsOn)
      expect(Object.keys(services), name).toEqual(expect.arrayContaining(needs))
      const mounted = (service.volumes ?? []).map((volume) => volume.split(':')[0])
      expect(Object.keys(volumes), name).toEqual(expect.arrayContaining(mounted))
      const files = (service.configs ?? []).map(({ source }) => source)
      expect(Object.keys(configs), name).toEqual(expect.arrayContaining(files))
      expect(service.image, name).toMatch(/:\d/)
    }
    expect(configs.proxy?.content).toMatch(/server api-1:3000.*\n.*server api-2:3000/)
  })
})

test('behavior: the image runs the program as a user of its own, with a health check', () => {
  const [, final = ''] = read('Dockerfile').split(/^FROM debian/m)
  expect(final).toMatch(/^USER [1-9]\d+:[1-9]\d+$/m)
  expect(final).toMatch(/^HEALTHCHECK .*--timeout/m)
  const entry = JSON.parse(/^ENTRYPOINT (.*)$/m.exec(final)?.[1] ?? '[]') as string[]
  expect(existsSync(join(ROOT, (entry.at(-1) ?? '').replace('/app/', '')))).toBe(true)
  const variables = [...final.matchAll(/ (\w+)=/g)].map(([, name = '']) => name)
  const unknown = variables.filter((name) => findSetting(name) === undefined)
  expect(unknown).toEqual(['UV_THREADPOOL_SIZE', 'HOME'])
})

test('behavior: the unit starts the program, and systemd, where there is one, accepts it', () => {
  const unit = read('almanac.service')
  expect(unit).toMatch(/^ExecStart=.*\/scripts\/almanac\.mjs serve$/m)
  const variables = [...unit.matchAll(/(ALMANAC_\w+)=/g)].map(([, name = '']) => name)
  expect(variables.filter((name) => findSetting(name) === undefined)).toEqual(['ALMANAC_CONFIG'])
  const verified = spawnSync('systemd-analyze', ['verify', join(ROOT, 'ops/almanac.service')], {
    encoding: 'utf8',
  })
  if (verified.error === undefined) expect(verified.stderr).not.toMatch(/almanac\.service:\d+:/)
})
