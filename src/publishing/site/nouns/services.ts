import type {
  ServiceCategoryRow,
  ServiceCategoryValues,
  ServiceRow,
  ServiceValues,
} from '../../../contract/admin/site/services.ts'
import { goalsOfPlaces, writeGoalsOfPlace } from '../../../db/site-editing/links.ts'
import { readRows, type SiteTable } from '../../../db/site-editing/site-rows.ts'
import { AVAILABILITY_GOALS } from '../../../domain/availability-goals.ts'
import { monthOf } from '../../../domain/calendar/month.ts'
import { goalsError, tidyGoals } from '../../../domain/dated-goals.ts'
import { utcDay } from '../../../domain/time.ts'
import type { SiteNoun } from '../site-noun.ts'
import { oneLine, severalLines } from '../typed-words.ts'
import { first, isCloud, isTaken, NO_SUCH_CLOUD } from './checks.ts'
import { lastDayOf } from './data-centers.ts'

const categoryTable: SiteTable<'service_categories'> = {
  name: 'service_categories',
  key: 'tid',
  order: ['position'],
}

export const serviceCategories: SiteNoun<ServiceCategoryValues, ServiceCategoryRow> = {
  entity: 'service-category',
  table: categoryTable,
  needs: () => 'edit-site',
  isPublic: true,
  read: async (db) => (await readRows(db, categoryTable)).map(({ tid: id, ...row }) => ({ ...row, id })),
  tidy: ({ cloud_id, title }) => ({ cloud_id, title: oneLine(title) }),
  check: async ({ cloud_id, title }, { db, others, before }) => ({
    title: first(
      title === '' && 'Please give it a name.',
      isTaken(
        others.filter((other) => other.cloud_id === cloud_id),
        (row) => row.title,
        title,
      ) && 'This cloud has another category of this name.',
    ),
    cloud_id: first(
      !(await isCloud(db, cloud_id)) && NO_SUCH_CLOUD,
      // Records and subscriptions of that cloud use its services.
      before !== undefined && before.cloud_id !== cloud_id && 'A category can’t move to another cloud.',
    ),
  }),
  toColumns: (values) => values,
  scopeOf: ({ cloud_id }) => cloud_id,
  usedAs: 'service-category',
}

const table: SiteTable<'services'> = { name: 'services', key: 'tid', order: ['position'] }

export const services: SiteNoun<ServiceValues, ServiceRow> = {
  entity: 'service',
  table,
  needs: () => 'edit-site',
  isPublic: true,
  read: async (db) => {
    const goals = await goalsOfPlaces(db, 'service')
    return (await readRows(db, table)).map(({ tid: id, is_active, ...row }) => ({
      ...row,
      id,
      is_retired: !is_active,
      goals: goals.get(id) ?? [],
    }))
  },
  tidy: (typed) => ({
    ...typed,
    name: oneLine(typed.name),
    info: severalLines(typed.info),
    ...(typed.goals !== undefined && { goals: tidyGoals(typed.goals) }),
  }),
  check: async ({ category_tid, name, started_on, ended_on, goals }, { db, others, before, now }) => {
    const categories = await serviceCategories.read(db)
    const category = categories.find(({ id }) => id === category_tid)
    const categoryBefore = categories.find(({ id }) => id === before?.category_tid)
    return {
      name: first(
        name === '' && 'Please give it a name.',
        isTaken(
          others.filter((other) => other.category_tid === category_tid),
          (row) => row.name,
          name,
        ) && 'This category has another service of this name.',
      ),
      category_tid: first(
        category === undefined && 'There is no such category.',
        categoryBefore !== undefined &&
          category !== undefined &&
          category.cloud_id !== categoryBefore.cloud_id &&
          'A service can’t move to another cloud.',
      ),
      ended_on: first(
        ended_on !== null && ended_on < started_on && 'It cannot end before it begins.',
        ended_on === null && before?.is_retired === true && 'A retired service has a last day.',
      ),
      goals:
        goals &&
        goalsError(goals, {
          before: before?.goals,
          thisMonth: monthOf(utcDay(now.getTime())),
          rule: AVAILABILITY_GOALS,
        }),
    }
  },
  toColumns: ({ goals: _, ...columns }) => columns,
  writeLinks: async (trx, tid, { goals }) => {
    if (goals !== undefined) await writeGoalsOfPlace(trx, { kind: 'service', tid, goals })
  },
  scopeOf: ({ category_tid }) => category_tid,
  retiring: {
    retire: ({ started_on, ended_on }, now) => ({
      is_active: false,
      ended_on: lastDayOf({ from: started_on, to: ended_on }, now),
    }),
    restore: () => ({ is_active: true, ended_on: null }),
  },
  usedAs: 'service',
}
