/** Waits for all of the work, then throws the first failure: nothing is left running behind it. */
export async function settleAll<T>(work: readonly Promise<T>[]): Promise<T[]> {
  const ends = await Promise.allSettled(work)
  return ends.map((end) => {
    if (end.status === 'rejected') throw end.reason
    return end.value
  })
}
