import { expect, test } from 'vitest'
import { neutralizeCsv } from './formats.ts'

test.each([
  ['"name"\n"Example"\n', '"name"\n"Example"\n'],
  ['"=1+1",-5,"+a"\n', '"\'=1+1",-5,"\'+a"\n'],
  ['"-a","@b","\tc","\rd"\n', '"\'-a","\'@b","\'\tc","\'\rd"\n'],
  // Inside a text nothing begins: neither after a doubled quote nor after a comma or a line break.
  ['"a ""=b"" c","d,=e","f\n=g"\n', '"a ""=b"" c","d,=e","f\n=g"\n'],
  // The text "=a" in quotes begins with a quote.
  ['"""=a"""\n', '"""=a"""\n'],
  ['"","=b"\n', '"","\'=b"\n'],
  ['1,,-2\n', '1,,-2\n'],
])('behavior: %j becomes %j', (csv, safe) => {
  expect(neutralizeCsv(Buffer.from(csv)).toString()).toBe(safe)
})
