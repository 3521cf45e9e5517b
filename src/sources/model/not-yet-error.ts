/** A block is not safe or a file not published yet: worth asking again soon. */
export class NotYetError extends Error {
  override name = 'NotYetError'
}
