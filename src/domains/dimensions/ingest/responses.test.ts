import { expect, test } from 'vitest'
import { readResponse } from '../../../../test/support/mirror/read-response.ts'
import { UnknownShape } from '../../../sources/mirror/read-value.ts'
import { dimensionResponses } from './responses.ts'

const SUMMARY = 'dimensions.getDexsSummary'
const DAY = 1_640_995_200
const call = { params: { protocol: 'example', dataType: 'dailyVolume' }, mark: 'm' }
const day = { metric: 'dexs', protocol: '7', dataType: 'dailyVolume', label: '', atSec: DAY }

test('default: days by chain and version; the protocol’s own name is no version', () => {
  const body = {
    id: '7',
    name: 'Example',
    totalDataChartBreakdown: [[DAY, { Base: { Example: 5 }, BSC: { V2: 3, V3: '4' } }]],
  }
  expect(readResponse(dimensionResponses, SUMMARY, body, call).rows.dimension_days).toEqual([
    { ...day, chain: 'Base', version: '', valueUsd: 5 },
    { ...day, chain: 'BSC', version: 'V2', valueUsd: 3 },
    { ...day, chain: 'BSC', version: 'V3', valueUsd: 4 },
  ])
})

test('behavior: figures without chains are those of the only chain, else an unknown form', () => {
  const body = {
    id: '7',
    name: 'Example',
    chains: ['Base'],
    totalDataChartBreakdown: [[DAY, { V3: 12 }]],
  }
  expect(readResponse(dimensionResponses, SUMMARY, body, call).rows.dimension_days).toEqual([
    { ...day, chain: 'Base', version: 'V3', valueUsd: 12 },
  ])
  const two = { ...body, chains: ['Base', 'BSC'] }
  expect(() => readResponse(dimensionResponses, SUMMARY, two, call)).toThrow(UnknownShape)
})

test('behavior: labels of one chain and version are read by label, with what is known of them', () => {
  const body = {
    id: '7',
    name: 'Example',
    hasLabelBreakdown: true,
    totalDataChartBreakdown: [[DAY, { Base: { Example: 5 } }]],
  }
  const { rows, details } = readResponse(dimensionResponses, 'dimensions.getFeesSummary', body, {
    params: { protocol: 'example', dataType: 'dailyFees' },
    mark: 'm',
  })
  expect(rows).toEqual({})
  const [detail] = details
  expect(detail).toMatchObject({
    operation: 'dimensions.getMetricProtocolLabelBreakdown',
    params: { metric: 'fees', id: '7', chain: 'Base', version: '', dataType: 'dailyFees' },
  })
  const labelled = readResponse(
    dimensionResponses,
    'dimensions.getMetricProtocolLabelBreakdown',
    [[DAY, { 'Token Swap Fees': 4, Other: 1 }]],
    detail,
  )
  const fees = { ...day, metric: 'fees', dataType: 'dailyFees', chain: 'Base', version: '' }
  expect(labelled.rows.dimension_days).toEqual([
    { ...fees, label: 'Token Swap Fees', valueUsd: 4 },
    { ...fees, label: '', valueUsd: 1 },
  ])
})

test('behavior: an overview leads to the summaries of its protocols; a name without an id is no protocol', () => {
  const body = {
    protocols: [
      {
        id: 7,
        name: 'Example',
        slug: 'example',
        audits: ['a'],
        methodology: { Volume: 'Trades.' },
      },
      { name: 'Only A Name', total24h: 1 },
      { id: 'chain#base', name: 'Base', protocolType: 'chain' },
    ],
  }
  const { rows, details, problems } = readResponse(
    dimensionResponses,
    'dimensions.getDexsOverview',
    body,
    { params: { dataType: 'dailyVolume' } },
  )
  expect(problems).toEqual([])
  expect(rows.protocols).toMatchObject([{ id: '7', name: 'Example', audits: '1' }])
  expect(rows.dimension_methods).toMatchObject([{ protocol: '7', methodology: 'Trades.' }])
  expect(details.map(({ params }) => params.protocol)).toEqual(['example', 'only-a-name', 'base'])
})
