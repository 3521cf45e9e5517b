// Runs the tests of a file and notes how much CPU time it took, its imports included.
import { existsSync, readFileSync } from 'node:fs'
import { TestRunner } from 'vitest'

const STAT = '/proc/self/stat'
const MS_PER_TICK = 10

// The test runner takes the default export.
export default class TimedRunner extends TestRunner {
  #startMs = 0

  onBeforeCollect() {
    this.#startMs = cpuMs()
  }

  async onAfterRunSuite(suite) {
    await super.onAfterRunSuite(suite)
    if (suite.file === suite) suite.meta.cpuMs = cpuMs() - this.#startMs
  }
}

/** Of this process and, on Linux, of those that it started and that have ended. */
function cpuMs() {
  if (!existsSync(STAT)) {
    const { user, system } = process.cpuUsage()
    return (user + system) / 1000
  }
  const [, fields = ''] = readFileSync(STAT, 'utf8').split(') ')
  const ticks = fields.split(' ').slice(11, 15).map(Number)
  return ticks.reduce((sum, one) => sum + one, 0) * MS_PER_TICK
}
