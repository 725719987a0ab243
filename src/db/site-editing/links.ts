import type { Kysely, Transaction } from 'kysely'
import type { GoalFrom } from '../../domain/dated-goals.ts'
import type { PlaceKind } from '../../domain/place-address.ts'
import type { DB } from '../database.ts'

export async function cloudsOfDataCenters(db: Kysely<DB>): Promise<Map<number, number[]>> {
  const rows = await db.selectFrom('cloud_data_centers').selectAll().orderBy('cloud_id').execute()
  return grouped(rows, 'data_center_tid', ({ cloud_id }) => cloud_id)
}

export async function writeCloudsOfDataCenter(
  trx: Transaction<DB>,
  { tid, clouds }: { tid: number; clouds: readonly number[] },
) {
  await trx.deleteFrom('cloud_data_centers').where('data_center_tid', '=', tid).execute()
  if (clouds.length === 0) return
  await trx
    .insertInto('cloud_data_centers')
    .values(clouds.map((cloud_id) => ({ cloud_id, data_center_tid: tid })))
    .execute()
}

const GOAL_COLUMNS = { service: 'service_tid', 'data-center': 'data_center_tid' } as const

export async function goalsOfPlaces(db: Kysely<DB>, kind: PlaceKind): Promise<Map<number, GoalFrom[]>> {
  const rows = await db
    .selectFrom('availability_goals')
    .where(GOAL_COLUMNS[kind], 'is not', null)
    .select((eb) => [eb.ref(GOAL_COLUMNS[kind]).$notNull().as('tid'), 'from_month', 'percent'])
    .orderBy('from_month')
    .execute()
  return grouped(rows, 'tid', ({ from_month, percent }) => ({ from: from_month, percent }))
}

export async function writeGoalsOfPlace(
  trx: Transaction<DB>,
  { kind, tid, goals }: { kind: PlaceKind; tid: number; goals: readonly GoalFrom[] },
) {
  await trx.deleteFrom('availability_goals').where(GOAL_COLUMNS[kind], '=', tid).execute()
  if (goals.length === 0) return
  await trx
    .insertInto('availability_goals')
    .values(goals.map(({ from, percent }) => ({ [GOAL_COLUMNS[kind]]: tid, from_month: from, percent })))
    .execute()
}

export async function cloudsOfMenuItems(db: Kysely<DB>) {
  const hidden = await db.selectFrom('menu_item_hidden_clouds').selectAll().orderBy('cloud_id').execute()
  const routes = await db.selectFrom('menu_item_cloud_routes').selectAll().orderBy('cloud_id').execute()
  return {
    hidden: grouped(hidden, 'menu_item_id', ({ cloud_id }) => cloud_id),
    routes: grouped(routes, 'menu_item_id', ({ cloud_id, route }) => ({ cloud_id, route })),
  }
}

export async function writeCloudsOfMenuItem(
  trx: Transaction<DB>,
  of: { id: number; hidden: readonly number[]; routes: readonly { cloud_id: number; route: string }[] },
) {
  await trx.deleteFrom('menu_item_hidden_clouds').where('menu_item_id', '=', of.id).execute()
  await trx.deleteFrom('menu_item_cloud_routes').where('menu_item_id', '=', of.id).execute()
  if (of.hidden.length > 0) {
    await trx
      .insertInto('menu_item_hidden_clouds')
      .values(of.hidden.map((cloud_id) => ({ menu_item_id: of.id, cloud_id })))
      .execute()
  }
  if (of.routes.length > 0) {
    await trx
      .insertInto('menu_item_cloud_routes')
      .values(of.routes.map((route) => ({ menu_item_id: of.id, ...route })))
      .execute()
  }
}

function grouped<Row, Key extends keyof Row, Value>(
  rows: readonly Row[],
  key: Key,
  toValue: (row: Row) => Value,
) {
  const groups = new Map<Row[Key], Value[]>()
  for (const row of rows) {
    const group = groups.get(row[key])
    if (group === undefined) groups.set(row[key], [toValue(row)])
    else group.push(toValue(row))
  }
  return groups
}
