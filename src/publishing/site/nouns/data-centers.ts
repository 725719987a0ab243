import type {
  DataCenterRow,
  DataCenterValues,
  RegionRow,
  RegionValues,
} from '../../../contract/admin/site/data-centers.ts'
import {
  cloudsOfDataCenters,
  goalsOfPlaces,
  writeCloudsOfDataCenter,
  writeGoalsOfPlace,
} from '../../../db/site-editing/links.ts'
import { readRows, type SiteTable } from '../../../db/site-editing/site-rows.ts'
import { AVAILABILITY_GOALS } from '../../../domain/availability-goals.ts'
import { monthOf } from '../../../domain/calendar/month.ts'
import { goalsError, tidyGoals } from '../../../domain/dated-goals.ts'
import { utcDay } from '../../../domain/time.ts'
import type { SiteNoun } from '../site-noun.ts'
import { oneLine } from '../typed-words.ts'
import { first, isTaken, NO_SUCH_CLOUD, strangersAmong } from './checks.ts'

const regionTable: SiteTable<'regions'> = { name: 'regions', key: 'tid', order: ['position'] }

export const regions: SiteNoun<RegionValues, RegionRow> = {
  entity: 'region',
  table: regionTable,
  needs: () => 'edit-site',
  isPublic: true,
  read: async (db) => (await readRows(db, regionTable)).map(({ tid: id, ...row }) => ({ ...row, id })),
  tidy: ({ title }) => ({ title: oneLine(title) }),
  check: ({ title }, { others }) => ({
    title: first(
      title === '' && 'Please give it a name.',
      isTaken(others, (row) => row.title, title) && 'Another region has this name.',
    ),
  }),
  toColumns: (values) => values,
  scopeOf: () => 'all',
  usedAs: 'region',
}

const table: SiteTable<'data_centers'> = { name: 'data_centers', key: 'tid', order: ['position', 'name'] }

export const dataCenters: SiteNoun<DataCenterValues, DataCenterRow> = {
  entity: 'data-center',
  table,
  needs: () => 'edit-site',
  isPublic: true,
  read: async (db) => {
    const clouds = await cloudsOfDataCenters(db)
    const goals = await goalsOfPlaces(db, 'data-center')
    return (await readRows(db, table)).map(({ tid: id, is_active, ...row }) => ({
      ...row,
      id,
      is_retired: !is_active,
      clouds: clouds.get(id) ?? [],
      goals: goals.get(id) ?? [],
    }))
  },
  tidy: (typed) => ({
    ...typed,
    name: oneLine(typed.name),
    city: oneLine(typed.city),
    country_code: oneLine(typed.country_code).toUpperCase(),
    clouds: typed.clouds.toSorted((a, b) => a - b),
    ...(typed.goals !== undefined && { goals: tidyGoals(typed.goals) }),
  }),
  check: async (values, { db, others, before, now }) => ({
    name: first(
      values.name === '' && 'Please give it a name.',
      isTaken(others, (row) => row.name, values.name) && 'Another data center has this name.',
    ),
    city: first(values.city === '' && 'Please name the city.'),
    country_code: first(
      !COUNTRY_CODES.has(values.country_code) &&
        values.country_code !== before?.country_code &&
        'Please enter the two letters of a country, such as CH.',
    ),
    region_tid: first(
      !(await regions.read(db)).some(({ id }) => id === values.region_tid) && 'There is no such region.',
    ),
    latitude: first(Math.abs(values.latitude) > 90 && 'A latitude is between −90 and 90.'),
    longitude: first(Math.abs(values.longitude) > 180 && 'A longitude is between −180 and 180.'),
    closed_on: first(
      values.closed_on !== null && values.closed_on < values.opened_on && 'It cannot close before it opens.',
      values.closed_on === null && before?.is_retired === true && 'A retired data center has a last day.',
    ),
    goals:
      values.goals &&
      goalsError(values.goals, {
        before: before?.goals,
        thisMonth: monthOf(utcDay(now.getTime())),
        rule: AVAILABILITY_GOALS,
      }),
    clouds: first((await strangersAmong(db, values.clouds)).length > 0 && NO_SUCH_CLOUD),
  }),
  toColumns: ({ clouds: _clouds, goals: _goals, ...columns }) => columns,
  writeLinks: async (trx, tid, { clouds, goals }) => {
    await writeCloudsOfDataCenter(trx, { tid, clouds })
    if (goals !== undefined) await writeGoalsOfPlace(trx, { kind: 'data-center', tid, goals })
  },
  scopeOf: ({ region_tid }) => region_tid,
  retiring: {
    retire: ({ opened_on, closed_on }, now) => ({
      is_active: false,
      closed_on: lastDayOf({ from: opened_on, to: closed_on }, now),
    }),
    restore: () => ({ is_active: true, closed_on: null }),
  },
  usedAs: 'data-center',
}

/** ISO 3166-1 alpha-2, as of 2026. */
const CODES =
  'AD AE AF AG AI AL AM AO AQ AR AS AT AU AW AX AZ BA BB BD BE BF BG BH BI BJ BL BM BN BO BQ BR BS BT BV BW BY BZ ' +
  'CA CC CD CF CG CH CI CK CL CM CN CO CR CU CV CW CX CY CZ DE DJ DK DM DO DZ EC EE EG EH ER ES ET FI FJ FK FM FO FR ' +
  'GA GB GD GE GF GG GH GI GL GM GN GP GQ GR GS GT GU GW GY HK HM HN HR HT HU ID IE IL IM IN IO IQ IR IS IT JE JM JO JP ' +
  'KE KG KH KI KM KN KP KR KW KY KZ LA LB LC LI LK LR LS LT LU LV LY MA MC MD ME MF MG MH MK ML MM MN MO MP MQ MR MS MT ' +
  'MU MV MW MX MY MZ NA NC NE NF NG NI NL NO NP NR NU NZ OM PA PE PF PG PH PK PL PM PN PR PS PT PW PY QA RE RO RS RU RW ' +
  'SA SB SC SD SE SG SH SI SJ SK SL SM SN SO SR SS ST SV SX SY SZ TC TD TF TG TH TJ TK TL TM TN TO TR TT TV TW TZ UA UG ' +
  'UM US UY UZ VA VC VE VG VI VN VU WF WS YE YT ZA ZM ZW'

const COUNTRY_CODES: ReadonlySet<string> = new Set(CODES.split(' '))

export function lastDayOf({ from, to }: { from: string; to: string | null }, now: Date): string {
  const today = now.toISOString().slice(0, 10)
  if (to !== null && to < today) return to
  return from > today ? from : today
}
