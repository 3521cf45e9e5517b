// What the other files share: the folder of the stand-ins, and how to fill it.
import { spawnSync } from 'node:child_process'
import {
  chmodSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { root } from '../../scripts/setup.mjs'

export const modules = join(root, 'node_modules')
export const folder = join(modules, '.emulation')
const require = createRequire(join(root, 'package.json'))

/** The version of a package of the engine that the package for Node asks for. */
export function engineVersion(name) {
  return require('chdb/package.json').optionalDependencies[name]
}

export function readManifest(path) {
  return JSON.parse(readFileSync(join(root, path), 'utf8'))
}

/** Brings a package of npm's registry into a folder, whatever machine it is for. */
export function unpack(name, into) {
  const work = join(folder, 'unpack')
  rmSync(work, { recursive: true, force: true })
  mkdirSync(work, { recursive: true })
  run('npm', ['pack', '--silent', name], work)
  const [archive] = readdirSync(work)
  run('tar', ['-xzf', archive], work)
  rmSync(into, { recursive: true, force: true })
  mkdirSync(dirname(into), { recursive: true })
  renameSync(join(work, 'package'), into)
  rmSync(work, { recursive: true })
}

export function launcher(name, lines) {
  writeFileSync(join(folder, name), ['#!/bin/sh', ...lines, ''].join('\n'))
  chmodSync(join(folder, name), 0o755)
}

export function run(command, args, cwd = folder) {
  const { status, stderr, error } = spawnSync(command, args, {
    cwd,
    encoding: 'utf8',
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  if (status !== 0)
    throw new Error(`${command} ${args.join(' ')} failed: ${error?.message ?? stderr}`)
}

export function say(text) {
  process.stderr.write(`${text}\n`)
}
