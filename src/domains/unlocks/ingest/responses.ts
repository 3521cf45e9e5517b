import { knownMembers } from '../../../lib/known-members.ts'
import { sql } from '../../../lib/sql.ts'
import { stableId } from '../../../lib/stable-id.ts'
import {
  type Members,
  readList,
  readMembers,
  readOptionalMembers,
  readText,
  readTexts,
  requireNumber,
  requireSec,
  requireText,
  UnknownShape,
} from '../../../sources/mirror/read-value.ts'
import {
  listCoinsOf,
  type Mirrored,
  type ResponseReader,
  readObjects,
  rowsOf,
} from '../../../sources/mirror/response.ts'
import type { Snapshot } from '../../../store/snapshot.ts'
import { unlockRecords, unlockSchedules } from '../facts.ts'
import { metadataRecord } from '../records.ts'

const DETAIL = 'unlocks.getEmission'

/** `/api/emissions`: which tokens have a schedule. */
const listEmissions: ResponseReader = {
  operation: 'unlocks.listEmissions',
  calls: 'once',
  carries: [],
  details: (body, context) =>
    readObjects(body, 'body', context, (item, member) => {
      const protocol =
        readText(item.aggregator_id, `${member}.aggregator_id`) ??
        requireText(item.name, `${member}.name`)
      const { name, token, sources, maxSupply, events } = item
      const mark = stableId(JSON.stringify([name, token, sources, maxSupply, events]))
      return { operation: DETAIL, params: { protocol }, mark }
    }),
  rows: () => [],
}

/** `/api/emission/{protocol}`: the points of each section. */
const getEmission: ResponseReader = {
  operation: DETAIL,
  calls: 'listed',
  carries: [
    {
      fact: unlockSchedules,
      refill: 'current only',
      note: 'Without rules: every section is a recorded one. So it has no events, and no forecasts are told.',
    },
    {
      fact: unlockRecords,
      refill: 'daily',
      note: 'The points at which the pace changes, those of the future too. Sections of burned tokens, below 0, are left out.',
      scope: ['schedule'],
    },
  ],
  rows: (body, context) => {
    const schedule = requireText(context.call.params.protocol, 'protocol')
    const { documentedData, metadata } = bodyOf(body)
    const described = readMembers(metadata, 'metadata')
    const categories = categoriesOf(described)
    const data = readList(readMembers(documentedData, 'documentedData').data, 'data')
    const sections = readObjects(data, 'data', context, (item, member) => {
      const label = requireText(item.label, `${member}.label`)
      const category = categories.get(label)
      if (category === undefined)
        throw new UnknownShape(`metadata.categories of ${label}`, 'is missing')
      const points = pointsOf(item, member)
      // Tokens that were burned; records count what was given out.
      if (points.some(({ unlocked }) => unlocked < 0)) return undefined
      return { label, category, points: breakpoints(points) }
    })
    if (sections.length === 0) return []
    const quality = 'extrapolated'
    const text = JSON.stringify(scheduleOf(described, sections))
    const records = sections.flatMap(({ label, points }) =>
      points.map((point) => ({ schedule, section: label, ...point, quality }) as const),
    )
    return [
      rowsOf(unlockSchedules, [{ id: schedule, file: null, schedule: text, quality }]),
      rowsOf(unlockRecords, records),
    ]
  },
}

/** Some services send the body as text. */
function bodyOf(response: unknown): Members {
  const { body } = readMembers(response, 'body')
  if (typeof body !== 'string') return readMembers(body, 'body.body')
  try {
    return readMembers(JSON.parse(body), 'body.body')
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error
    throw new UnknownShape('body.body', 'is not JSON')
  }
}

/** Labels of sections by what they are for, turned around. */
function categoriesOf(metadata: Members): ReadonlyMap<string, string> {
  const byCategory = readOptionalMembers(metadata.categories, 'metadata.categories')
  const labelled = Object.entries(byCategory).flatMap(([category, labels]) =>
    readTexts(labels, `metadata.categories.${category}`).map((label) => [label, category] as const),
  )
  return new Map(labelled)
}

function scheduleOf(metadata: Members, sections: readonly { label: string; category: string }[]) {
  const said = metadataRecord.row(metadata, 'metadata')
  const { name, token, protocolIds, sources, notes, chain, total } = said
  const aggregatorId = readText(metadata.aggregator_id, 'metadata.aggregator_id')
  return {
    ...{ name, token, protocolIds, sources, notes },
    ...knownMembers({ aggregatorId, chain, total }),
    sections: sections.map(({ label, category }) => ({ label, category, recorded: true })),
  }
}

interface Point {
  atSec: number
  unlocked: number
}

function pointsOf(item: Members, member: string): Point[] {
  const points = readList(item.data, `${member}.data`).map((value, index) => {
    const place = `${member}.data[${index}]`
    const point = readMembers(value, place)
    return {
      atSec: requireSec(point.timestamp, `${place}.timestamp`),
      unlocked: requireNumber(point.unlocked, `${place}.unlocked`),
    }
  })
  return points.sort((a, b) => a.atSec - b.atSec)
}

// Rounding of the origin, relative to what is unlocked.
const SAME = 1e-12

/** Points that do not be on the line between their neighbours, and both ends. */
function breakpoints(points: readonly Point[]): Point[] {
  const kept: Point[] = []
  for (const [index, point] of points.entries()) {
    const [before, next] = [kept.at(-1), points[index + 1]]
    if (before === undefined || next === undefined || !isBetween(before, point, next))
      kept.push(point)
  }
  return kept
}

function isBetween(before: Point, point: Point, next: Point): boolean {
  const share = (point.atSec - before.atSec) / (next.atSec - before.atSec)
  const expected = before.unlocked + (next.unlocked - before.unlocked) * share
  return Math.abs(expected - point.unlocked) <= SAME * Math.abs(point.unlocked)
}

/** Tokens that have a schedule. */
function listCoins(snapshot: Snapshot): Promise<string[]> {
  return listCoinsOf(
    snapshot,
    sql`SELECT DISTINCT JSONExtractString(assumeNotNull(schedule), 'token') AS coin
     FROM ${snapshot.current(unlockSchedules, sql`schedule IS NOT NULL`)}`,
  )
}

export const unlockMirror: Mirrored = { listCoins, responses: [listEmissions, getEmission] }
