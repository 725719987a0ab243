import { readFile } from 'node:fs/promises'
import { brotliDecompressSync } from 'node:zlib'
import { beforeAll, expect, test } from 'vitest'
import { STANDARD_LOOK } from '../../domain/brand/brand.ts'
import { NO_INFORMING_GOALS } from '../../domain/informing/quarter-figures.ts'
import type { Edition, SiteCloud } from '../edition.ts'
import type { EditionRecord } from '../edition-record.ts'
import { readPublicKey } from './edition-keys.ts'
import { unpackEdition } from './unpack-edition.ts'

/** Part of the demo data, written by the last release with version 1. */
const FILE = 'tests/previous-release/edition-1.candor'
const known = readPublicKey('MCowBQYDK2VwAyEAxa1SGb1k7YQZiQxaezv9ZDHGHPGi1qV/DW69KLydq8M=')
const keys = new Map(known === undefined ? [] : [[known.id, known.key]])

let edition: Edition
let lines: unknown[]

beforeAll(async () => {
  const file = await readFile(FILE)
  const unpacked = await unpackEdition(file, keys)
  if (unpacked.kind === 'refused') throw new Error(unpacked.line)
  edition = unpacked.edition
  const [first = '', second = ''] = file.toString('latin1').split('\n', 2)
  const content = brotliDecompressSync(file.subarray(first.length + second.length + 2)).toString('utf8')
  lines = content
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line))
})

// Lines of version 1 contain the site in its final form, so the result can be compared with the file
// itself.

test('a version 1 file returns its site', () => {
  const { provider, clouds, services, dataCenters, images, ...site } = edition.site
  expect(images.size).toBe(0)
  const { staff_domains, brand, publish_goals, message_goals, promise_goals, ...rest } = provider
  expect({ publish_goals, message_goals, promise_goals }).toEqual(NO_INFORMING_GOALS)
  expect(staff_domains).toEqual([])
  expect(brand).toEqual(STANDARD_LOOK)
  const withoutGoals = <T extends { goals: unknown }>({ goals, ...place }: T) => {
    expect(goals).toEqual([])
    return place
  }
  const tids = (things: readonly { tid: number }[]) => things.map(({ tid }) => tid)
  const inFile = (cloud: SiteCloud) => ({
    ...cloud,
    serviceCategories: cloud.serviceCategories.map((of) => ({ ...of, services: tids(of.services) })),
    regions: cloud.regions.map((of) => ({ ...of, dataCenters: tids(of.dataCenters) })),
  })
  expect(
    withMs({
      ...site,
      provider: rest,
      clouds: clouds.map(inFile),
      services: [...services.values()].map(withoutGoals),
      dataCenters: [...dataCenters.values()].map(withoutGoals),
    }),
  ).toEqual(lines[0])
})

test('a version 1 file returns its threat figures', () => {
  const { counts, origins } = edition.threats
  const cells = counts.cells.map((cell) => ({ ...cell, blocked: [...cell.blocked] }))
  expect({ counts: { ...counts, hasFigures: [...counts.hasFigures], cells }, origins }).toEqual(lines[1])
})

test('a version 1 file returns its records', () => {
  const inFile = (lines[2] as { id: number }[]).toSorted((a, b) => a.id - b.id)
  // Later releases added fields.
  const known = Object.keys(inFile[0] ?? {}) as (keyof EditionRecord)[]
  const records = [...edition.records.byId.values()].map((record) => ({
    ...Object.fromEntries(known.map((name) => [name, record[name]])),
    updates: record.updates.map(({ id, posted_on, status_id, body }) => ({
      id,
      posted_on,
      status_id,
      body,
    })),
  }))
  expect(known.length).toBeGreaterThan(20)
  expect(withMs(records)).toEqual(inFile)
  const isUnchanged = ({ placeStates, changes, removedUpdates, postMortem, notices }: EditionRecord) =>
    placeStates.length + changes.length + removedUpdates.length === 0 &&
    postMortem === null &&
    notices === null
  expect([...edition.records.byId.values()].every(isUnchanged)).toBe(true)
})

/**
 * If this fails for a new column or table, give it a default where `toSite` or `toEditionRecords` reads it, such as `??
 * null` or `?? []`. A recovery site also shows older files.
 */
test('fields missing from older files are never undefined', () => {
  expect(undefinedIn({ ...edition, records: [...edition.records.byId.values()] })).toEqual([])
})

function undefinedIn(value: unknown, path = 'edition'): string[] {
  if (value === undefined) return [path]
  if (typeof value !== 'object' || value === null || ArrayBuffer.isView(value)) return []
  const entries = value instanceof Map ? [...value] : Object.entries(value)
  return entries.flatMap(([name, each]) => undefinedIn(each, `${path}.${name}`))
}

function withMs(value: unknown): unknown {
  if (value instanceof Date) return value.getTime()
  if (Array.isArray(value)) return value.map(withMs)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, withMs(each)]))
}
