import { readFileSync } from 'node:fs'
import { createSecureContext } from 'node:tls'
import { UsageError } from '../../lib/errors.ts'
import type { Tls } from './node-server.ts'

/** Reads certificate and key; what is wrong with them stops the start in one line. */
export function readTls({ certFile, keyFile }: { certFile: string; keyFile: string }): Tls {
  const tls = {
    cert: readPem('ALMANAC_TLS_CERT', certFile),
    key: readPem('ALMANAC_TLS_KEY', keyFile),
  }
  try {
    createSecureContext(tls)
  } catch (error) {
    throw new UsageError(
      `ALMANAC_TLS_CERT, ALMANAC_TLS_KEY: not a certificate and its key in PEM form (${(error as NodeJS.ErrnoException).code}).`,
    )
  }
  return tls
}

function readPem(name: string, path: string): Buffer {
  try {
    return readFileSync(path)
  } catch (error) {
    throw new UsageError(
      `${name}: ${path} cannot be read (${(error as NodeJS.ErrnoException).code}).`,
    )
  }
}
