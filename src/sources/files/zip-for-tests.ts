import { crc32, deflateRawSync } from 'node:zlib'

/**
 * An archive written by hand; `wide` puts sizes and places into 64-bit fields, as archives over 4
 * GB have them.
 */
export function makeZip(
  files: Record<string, string>,
  { stored = false, wide = false, encrypted = false } = {},
): Buffer {
  const parts: Buffer[] = []
  const directory: Buffer[] = []
  let offset = 0
  for (const [name, text] of Object.entries(files)) {
    const plain = Buffer.from(text)
    const packed = stored ? plain : deflateRawSync(plain)
    const head = Buffer.alloc(30)
    head.writeUInt32LE(0x04034b50, 0)
    head.writeUInt16LE(stored ? 0 : 8, 8)
    head.writeUInt16LE(Buffer.byteLength(name), 26)
    parts.push(head, Buffer.from(name), packed)
    directory.push(directoryEntry(name, plain, packed.length, offset, { stored, wide, encrypted }))
    offset += 30 + Buffer.byteLength(name) + packed.length
  }
  const list = Buffer.concat(directory)
  return Buffer.concat([
    ...parts,
    list,
    ...endOf(Object.keys(files).length, list.length, offset, wide),
  ])
}

interface Form {
  stored: boolean
  wide: boolean
  encrypted: boolean
}

function directoryEntry(
  name: string,
  plain: Buffer,
  packed: number,
  offset: number,
  { stored, wide, encrypted }: Form,
): Buffer {
  const entry = Buffer.alloc(46)
  entry.writeUInt32LE(0x02014b50, 0)
  // Names are UTF-8, which a flag says; without it they would be of an old code page.
  entry.writeUInt16LE(0x800 + (encrypted ? 1 : 0), 8)
  entry.writeUInt16LE(stored ? 0 : 8, 10)
  entry.writeUInt32LE(crc32(plain), 16)
  entry.writeUInt32LE(wide ? 0xffff_ffff : packed, 20)
  entry.writeUInt32LE(wide ? 0xffff_ffff : plain.length, 24)
  entry.writeUInt16LE(Buffer.byteLength(name), 28)
  entry.writeUInt32LE(wide ? 0xffff_ffff : offset, 42)
  if (!wide) return Buffer.concat([entry, Buffer.from(name)])
  // An unrelated field stands before the wide one, as some programs write it.
  const extra = Buffer.alloc(9 + 28)
  extra.writeUInt16LE(0x5455, 0)
  extra.writeUInt16LE(5, 2)
  extra.writeUInt16LE(1, 9)
  extra.writeUInt16LE(24, 11)
  ;[plain.length, packed, offset].forEach((size, index) => {
    extra.writeBigUInt64LE(BigInt(size), 13 + index * 8)
  })
  entry.writeUInt16LE(extra.length, 30)
  return Buffer.concat([entry, Buffer.from(name), extra])
}

function endOf(count: number, bytes: number, offset: number, wide: boolean): Buffer[] {
  const end = Buffer.alloc(22)
  end.writeUInt32LE(0x06054b50, 0)
  end.writeUInt16LE(wide ? 0xffff : count, 8)
  end.writeUInt16LE(wide ? 0xffff : count, 10)
  end.writeUInt32LE(wide ? 0xffff_ffff : bytes, 12)
  end.writeUInt32LE(wide ? 0xffff_ffff : offset, 16)
  if (!wide) return [end]
  const wideEnd = Buffer.alloc(56)
  wideEnd.writeUInt32LE(0x06064b50, 0)
  wideEnd.writeBigUInt64LE(BigInt(count), 24)
  wideEnd.writeBigUInt64LE(BigInt(count), 32)
  wideEnd.writeBigUInt64LE(BigInt(bytes), 40)
  wideEnd.writeBigUInt64LE(BigInt(offset), 48)
  const locator = Buffer.alloc(20)
  locator.writeUInt32LE(0x07064b50, 0)
  locator.writeBigUInt64LE(BigInt(offset + bytes), 8)
  return [wideEnd, locator, end]
}
