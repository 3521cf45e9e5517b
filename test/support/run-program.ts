import { execFileSync } from 'node:child_process'
import { MissingPart } from './missing-part.ts'

/** The output of a program of this machine that only tests use. */
export function runProgram(program: string, args: readonly string[], input = ''): string {
  try {
    return execFileSync(program, args, {
      input,
      encoding: 'utf8',
      stdio: ['pipe', 'pipe', 'ignore'],
    })
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
    throw new MissingPart(program, `install ${program}`)
  }
}
