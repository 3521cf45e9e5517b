// Codes of the system and of the engine for a disk without room.
const CODES = new Set(['ENOSPC', '243', '1002'])

/** Whether something failed because a disk has no room left. */
export function isFullDisk(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const { code } = error as { code?: string }
  return CODES.has(String(code)) || /no space left|not enough space/i.test(error.message)
}
