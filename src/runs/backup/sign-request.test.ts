import { hash } from 'node:crypto'
import { expect, test } from 'vitest'
import { signRequest } from './sign-request.ts'

/** The key and the timestamp of the published examples of signature version 4. */
const KEY = {
  id: 'AKIAIOSFODNN7EXAMPLE',
  secret: 'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY',
  region: 'us-east-1',
}
const NOW_MS = Date.parse('2013-05-24T00:00:00Z')
const HOST = 'https://examplebucket.s3.amazonaws.com'

test.each([
  ['/?lifecycle=', 'fea454ca298b7da1c68078a5d1bdbfbbe0d65c699e0f91ac7a200a0136783543'],
  ['/?max-keys=2&prefix=J', '34b48302e7b5fa45bde8084f4b7868a86f0a534bc59db6670ed5711ef69dc6f7'],
])('default: %s is signed as the published example', async (path, signature) => {
  const url = new URL(HOST + path)
  const bodySha256 = hash('sha256', '')
  const headers = await signRequest({ method: 'GET', url, bodySha256 }, KEY, NOW_MS)
  expect(Object.fromEntries(headers)).toEqual({
    'x-amz-content-sha256': 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855',
    'x-amz-date': '20130524T000000Z',
    authorization: `AWS4-HMAC-SHA256 Credential=AKIAIOSFODNN7EXAMPLE/20130524/us-east-1/s3/aws4_request, SignedHeaders=host;x-amz-content-sha256;x-amz-date, Signature=${signature}`,
  })
})
