/**
 * Something that tests need is not on this machine. The test runner names the part and how to get
 * it, and does not count the tests as failed.
 */
export class MissingPart extends Error {
  constructor(part: string, remedy: string) {
    super(`Not run: no ${part} here. To run these tests: ${remedy}`)
  }
}
