import { parseJsonList } from '../lib/parse-json.ts'
import type { Taken } from './rate-limit.ts'

/** PostgreSQL takes notifications of less than 8,000 bytes. */
const MAX_MESSAGE_BYTES = 7_900
/** About 5,000 callers; of more, those who called least are left out. */
const MAX_MESSAGES = 32
const MAX_BUCKET_CHARS = 200

type Entry = [bucket: string, ageMs: number, count: number]

/** What was admitted as texts for other machines: ages in place of times, as clocks may differ. */
export function packTaken(
  taken: readonly Taken[],
  { sender, nowMs }: { sender: string; nowMs: number },
): string[] {
  const messages: string[] = []
  let entries: string[] = []
  const head = JSON.stringify(sender)
  const closed = () => `[${[head, ...entries].join(',')}]`
  let bytes = head.length
  for (const { bucket, startMs, count } of [...taken].sort((a, b) => b.count - a.count)) {
    const entry = JSON.stringify([bucket, Math.max(0, nowMs - startMs), count] satisfies Entry)
    const entryBytes = Buffer.byteLength(entry) + 1
    if (bytes + entryBytes > MAX_MESSAGE_BYTES) {
      messages.push(closed())
      if (messages.length === MAX_MESSAGES) return messages
      entries = []
      bytes = head.length
    }
    entries.push(entry)
    bytes += entryBytes
  }
  return entries.length === 0 ? messages : [...messages, closed()]
}

/** What another machine told; nothing for its own messages and for what has another form. */
export function parseTaken(
  message: string,
  { sender, nowMs }: { sender: string; nowMs: number },
): Taken[] {
  const [from, ...entries] = parseJsonList(message)
  if (typeof from !== 'string' || from === sender) return []
  return entries
    .filter(isEntry)
    .map(([bucket, ageMs, count]) => ({ bucket, startMs: nowMs - ageMs, count }))
}

function isEntry(value: unknown): value is Entry {
  if (!Array.isArray(value)) return false
  const [bucket, ageMs, count] = value
  const isName = typeof bucket === 'string' && bucket.length <= MAX_BUCKET_CHARS
  return isName && Number.isFinite(ageMs) && ageMs >= 0 && Number.isInteger(count) && count > 0
}
