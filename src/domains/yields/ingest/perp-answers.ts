import { type Answer, readItems, rowsOf } from '../../../sources/mirror/answer.ts'
import {
  readList,
  readMembers,
  readNumber,
  readSec,
  readText,
  requireNumber,
  requireText,
} from '../../../sources/mirror/read-value.ts'
import { perpSamples, stakingRates } from '../facts.ts'

/** `/perps`: every market at its newest moment. */
const listPerps: Answer = {
  operation: 'yields.listPerps',
  calls: 'once',
  carries: [
    {
      fact: perpSamples,
      refill: 'from now on',
      note: 'Averages of 7 and 30 days need as many days of mirroring.',
    },
  ],
  rows: (body, context) => {
    const items = Array.isArray(body) ? body : readMembers(body, 'body').data
    const rows = readItems(readList(items, 'data'), 'data', context, (value, member) => {
      const item = readMembers(value, member)
      const number = (name: string) => readNumber(item[name], `${member}.${name}`)
      return {
        pool: requireText(item.perp_id ?? item.pool, `${member}.perp_id`),
        atSec: readSec(item.timestamp, `${member}.timestamp`) ?? context.atSec,
        marketplace: requireText(item.marketplace ?? item.project, `${member}.marketplace`),
        market: requireText(item.market ?? item.symbol, `${member}.market`),
        baseAsset: requireText(item.baseAsset, `${member}.baseAsset`),
        chain: readText(item.chain, `${member}.chain`),
        fundingRate: requireNumber(item.fundingRate, `${member}.fundingRate`),
        fundingRatePrevious: number('fundingRatePrevious'),
        fundingTimePreviousSec: readSec(item.fundingTimePrevious, `${member}.fundingTimePrevious`),
        nextFundingSec: readSec(item.nextFundingTime, `${member}.nextFundingTime`),
        openInterestUsd: number('openInterest'),
        indexPrice: number('indexPrice'),
        markPrice: number('markPrice'),
      }
    })
    return [rowsOf(perpSamples, rows)]
  },
}

/** `/lsdRates`: rates of liquid-staking tokens now. */
const listLsdRates: Answer = {
  operation: 'yields.listLsdRates',
  calls: 'once',
  carries: [
    {
      fact: stakingRates,
      refill: 'from now on',
      note: 'Addresses are those on Ethereum, where rates are read. The pool is not served.',
    },
  ],
  rows: (body, context) => {
    const rows = readItems(readList(body, 'body'), 'body', context, (value, member) => {
      const item = readMembers(value, member)
      const address = requireText(item.address, `${member}.address`)
      return {
        coin: address.includes(':') ? address : `ethereum:${address}`,
        atSec: context.atSec,
        name: requireText(item.name, `${member}.name`),
        symbol: requireText(item.symbol, `${member}.symbol`),
        type: readText(item.type, `${member}.type`),
        expectedRate: requireNumber(item.expectedRate, `${member}.expectedRate`),
        marketRate: readNumber(item.marketRate, `${member}.marketRate`),
        fee: readNumber(item.fee, `${member}.fee`),
        pool: null,
      }
    })
    return [rowsOf(stakingRates, rows)]
  },
}

export const perpAnswers = [listPerps, listLsdRates]
