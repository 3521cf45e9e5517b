import { createHash } from 'node:crypto'
import { basename } from 'node:path'
import { UsageError } from '../../lib/errors.ts'
import type { LiveSource } from '../model/live-source.ts'
import type { AdapterOptions } from './adapter-options.ts'
import { cleanText } from './clean-text.ts'
import { collect, loadOutline, type Opened, within } from './collect-adapter.ts'
import { detectKind, listChains } from './detect-kind.ts'
import { checkName } from './entries.ts'
import { findCheckout, type Place } from './find-checkout.ts'
import { hashModuleCode } from './module-code.ts'
import { hasPast, isExpensive, spanOf } from './module-flags.ts'
import { asText } from './outputs/output.ts'
import { tvlMethodology } from './outputs/tvl-output.ts'

const HOURLY = '10 * * * *'
const DAILY = '20 0 * * *'

/** A third-party adapter as a live source. Opening loads it in its own process and calls nothing. */
export async function openAdapter(given: string, options: AdapterOptions): Promise<LiveSource> {
  const found = await findCheckout(given)
  const loaded = await loadOutline(found, options)
  checkName(found.path, options.name, loaded)
  const { outline } = loaded
  const kind = options.kind ?? (await within(found, () => detectKind(outline)))
  const place = withName(found, options.name)
  const { path } = place
  const chains = chooseChains(place, listChains(kind, outline), options)
  const stated = kind === 'tvl' ? tvlMethodology(outline) : (asText(outline.methodology) ?? '')
  const methodology = stated === '' ? `What the ${kind} module ${path} counts.` : stated
  const own = options.name?.replace(/^.*:/, '') ?? basename(path)
  const opened: Opened = { place, own, kind, outline, chains, options, methodology }
  const isDaily = kind === 'dimension' || kind === 'emission'
  const past = hasPast(kind, outline, chains)
  return {
    id: `adapter:${path}`,
    chains: kind === 'yield' || kind === 'emission' ? options.chains : chains,
    belongsTo: options.protocol === '' ? own : options.protocol,
    cadence: isDaily || isExpensive(outline) ? DAILY : HOURLY,
    step: isDaily || isExpensive(outline) ? 'day' : 'hour',
    codeHash: await hashCode(place, options.name),
    methodology,
    methodologyVersion: 1,
    hasPast: past.hasPast,
    address: describeAddress(place, options),
    whyNot: (atSec) => whyNot(opened, atSec),
    whyNoPast: past.hasPast
      ? undefined
      : `${path} can only say what is true now (${past.because}): leave out --at`,
    collect: (timestamp) => collect(opened, timestamp),
  }
}

function chooseChains(
  { path }: Place,
  offered: readonly string[],
  { chains: wanted }: AdapterOptions,
): string[] {
  const unknown = wanted.filter((chain) => offered.length > 0 && !offered.includes(chain))
  if (unknown.length > 0)
    throw new UsageError(
      `${path} has no chain ${unknown.join(', ')}; it has ${cleanText(offered.join(', '))}`,
    )
  return offered.filter((chain) => wanted.length === 0 || wanted.includes(chain))
}

function withName(place: Place, name: string | null): Place {
  return name === null ? place : { ...place, path: `${place.path}:${cleanText(name, 200)}` }
}

/** Of a module that holds many, each entry is a source of its own. */
async function hashCode(place: Place, name: string | null): Promise<string> {
  const hash = await hashModuleCode(place.file, place.checkout)
  return name === null ? hash : createHash('sha256').update(`${hash}\0${name}`).digest('hex')
}

function describeAddress(place: Place, options: AdapterOptions): string {
  const { name, protocol, chains, kind, sdk, allowedHosts, limits } = options
  return JSON.stringify({
    file: place.file,
    ...{ name, protocol, chains, kind, sdk, allowedHosts, limits },
  })
}

/** A timestamp before the start of all its chains or after their end. */
function whyNot({ place, outline, chains }: Opened, atSec: number): string | undefined {
  const spans = chains.map((chain) => spanOf(outline, chain))
  if (spans.length === 0) return undefined
  const startSec = Math.min(...spans.map((span) => span.startSec))
  const endSec = Math.max(...spans.map((span) => span.endSec))
  if (atSec <= startSec)
    return `${place.path} starts at ${toIso(startSec)}: there is nothing to read before`
  if (atSec >= endSec)
    return `${place.path} ended at ${toIso(endSec)} (deadFrom): there is nothing to read after`
  return undefined
}

function toIso(sec: number): string {
  return new Date(Math.min(sec, 8.64e12) * 1000).toISOString().slice(0, 19).concat('Z')
}
