import { stableId } from '../../../lib/stable-id.ts'
import { type Answer, readItems, rowsOf } from '../../../sources/mirror/answer.ts'
import {
  readBool,
  readList,
  readMembers,
  readNumber,
  readText,
  readTexts,
  requireSec,
  requireText,
} from '../../../sources/mirror/read-value.ts'
import { hacks } from '../facts.ts'

/** `/api/hacks`: every incident. It has no ids, so they are made of date and name. */
const listHacks: Answer = {
  operation: 'hacks.list',
  calls: 'once',
  carries: [
    {
      fact: hacks,
      refill: 'whole',
      note: 'Ids are made of date and name.',
      takesBack: { values: { withdrawn: true }, within: 'scope' },
      scope: [],
    },
  ],
  rows: (body, context) => {
    const seen = new Map<string, number>()
    const rows = readItems(readList(body, 'body'), 'body', context, (item, member) => {
      const hack = readMembers(item, member)
      const atSec = requireSec(hack.date, `${member}.date`)
      const name = requireText(hack.name, `${member}.name`)
      // Two incidents of one name and day are told apart by their order.
      const place = seen.get(`${atSec} ${name}`) ?? 0
      seen.set(`${atSec} ${name}`, place + 1)
      return {
        id: stableId('hack', atSec, name, place),
        atSec,
        name,
        classification: readText(hack.classification, `${member}.classification`),
        technique: readText(hack.technique, `${member}.technique`),
        amountUsd: readNumber(hack.amount, `${member}.amount`),
        returnedUsd: readNumber(hack.returnedFunds, `${member}.returnedFunds`),
        chains: readTexts(hack.chain, `${member}.chain`),
        bridgeHack: readBool(hack.bridgeHack, `${member}.bridgeHack`) ?? false,
        targetType: readText(hack.targetType, `${member}.targetType`),
        link: readText(hack.source, `${member}.source`),
        protocol: readText(hack.serviceId ?? hack.parentProtocolId, `${member}.serviceId`),
        language: readText(hack.language, `${member}.language`),
        withdrawn: null,
      }
    })
    return [rowsOf(hacks, rows)]
  },
}

export const hackAnswers = [listHacks]
