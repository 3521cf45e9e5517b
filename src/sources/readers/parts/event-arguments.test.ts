import { describe, expect, test } from 'vitest'
import { checkNames, eventFrom, isWanted, valueAt } from './event-arguments.ts'

const SENT =
  'event Sent(address indexed from, (address token, uint256 amount) message, uint32 domain)'

describe('events in words', () => {
  test('default: an event and the names of its arguments, also of parts of them', () => {
    const event = eventFrom(SENT)
    expect(event.name).toBe('Sent')
    expect(checkNames(event, ['from', 'message.token', 'message.amount', 'domain'])).toBe(event)
  })

  test.each(['', 'Sent(address)', 'function send()', 'event Sent(adres from)'])(
    'error: %j is not a valid event',
    (text) => {
      expect(() => eventFrom(text)).toThrow(/is not a valid event\. Write it like/)
    },
  )

  test.each(['to', 'message.fee', 'from.part'])(
    'error: it has no argument %j, and says which it has',
    (name) => {
      expect(() => checkNames(eventFrom(SENT), ['from', name])).toThrow(
        `no argument "${name}". It has from, message, domain.`,
      )
    },
  )
})

describe('arguments', () => {
  const args = {
    from: '0xAbCd',
    message: { token: `0x${'0'.repeat(24)}${'aB'.repeat(20)}`, amount: 10n ** 30n },
    domain: 7,
  }

  test.each([
    ['from', '0xAbCd'],
    ['message.amount', '1000000000000000000000000000000'],
    ['message.token', `0x${'aB'.repeat(20)}`],
    ['domain', '7'],
    ['message.nothing', ''],
    ['nothing.at', ''],
  ])('default: %s is %s', (name, expected) => {
    expect(valueAt(args, name)).toBe(expected)
  })

  test.each([
    { where: [], expected: true },
    { where: [{ arg: 'domain', is: ['7', '8'] }], expected: true },
    { where: [{ arg: 'domain', is: ['8'] }], expected: false },
    { where: [{ arg: 'from', isNot: ['0xABCD'] }], expected: false },
    {
      where: [
        { arg: 'domain', is: ['7'] },
        { arg: 'from', isNot: ['0x1'] },
      ],
      expected: true,
    },
  ])('behavior: $where', ({ where, expected }) => {
    expect(isWanted(args, where)).toBe(expected)
  })
})
