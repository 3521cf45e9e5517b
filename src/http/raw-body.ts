/** A handler's response that is not rendered: bytes of a type of their own. */
export class RawBody {
  readonly bytes: Buffer
  readonly contentType: string

  constructor(bytes: Buffer, contentType: string) {
    this.bytes = bytes
    this.contentType = contentType
  }
}
