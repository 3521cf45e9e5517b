/** What is known of an address since it was last fetched. */
export interface MirrorReceipt {
  address: string
  etag: string | null
  lastModified: string | null
  /** What the list said of it then, and the version of what read it. */
  mark: string
  fetchedAtSec: number
}
