import { domains } from './domains/index.ts'
import { chains } from './domains/registry/public.ts'
import type { AdapterSetting } from './live-adapters.ts'
import { type AdapterFile, readAdapterFiles } from './sources/adapters/adapter-files.ts'
import { openAdapter } from './sources/adapters/adapter-source.ts'
import { DEFAULT_LIMITS } from './sources/adapters/host-limits.ts'
import type { LiveSource } from './sources/model/live-source.ts'
import { readerKinds } from './sources/readers/index.ts'
import { readInstances } from './sources/readers/instances/instances.ts'
import { toLiveSource } from './sources/readers/instances/to-live-source.ts'

/** What the files of a folder say is to be read. */
export interface LiveSources {
  /** Readers are ready at once. */
  sources: LiveSource[]
  /** Third-party adapters are opened on demand. */
  adapterFiles: { module: string; open(setting: AdapterSetting): Promise<LiveSource> }[]
  problems: string[]
}

export async function readLiveSources(folder: string): Promise<LiveSources> {
  const kinds = [...readerKinds, ...domains.flatMap((domain) => domain.readers ?? [])]
  const readers = await readInstances(folder, { kinds, chains })
  const adapters = readAdapterFiles(folder)
  return {
    sources: readers.good.map(toLiveSource),
    adapterFiles: adapters.good.map((file) => ({
      module: file.module,
      open: (setting) => openFile(setting, file),
    })),
    problems: [...readers.problems, ...adapters.problems],
  }
}

async function openFile(setting: AdapterSetting, file: AdapterFile): Promise<LiveSource> {
  const { module, name = null, protocol = '', chains: wanted = [] } = file
  const { shape = null, allow = [], cadence } = file
  const source = await openAdapter(module, {
    ...setting,
    protocol,
    chains: wanted,
    kind: shape,
    name,
    sdk: null,
    limits: DEFAULT_LIMITS,
    allowedHosts: [...setting.allowedHosts, ...allow],
  })
  return { ...source, cadence: cadence ?? source.cadence }
}
