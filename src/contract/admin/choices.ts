import { type Static, Type } from 'typebox'
import { ROLES } from '../../domain/access.ts'
import { call } from '../call.ts'
import { NOTIFICATION_TYPES } from '../records.ts'

const Named = { tid: Type.Integer(), name: Type.String(), is_retired: Type.Boolean() }

/** Everything that a record can refer to, including retired entries, because old records still use them. */
export const Choices = Type.Object({
  clouds: Type.Array(
    Type.Object({
      id: Type.Integer(),
      machine_name: Type.String(),
      title: Type.String(),
      domain: Type.String(),
      is_retired: Type.Boolean(),
    }),
  ),
  products: Type.Array(
    Type.Object({
      id: Type.Integer(),
      title: Type.String(),
      is_retired: Type.Boolean(),
      clouds: Type.Array(Type.Integer()),
    }),
  ),
  /** The clouds whose records the person who asks may change. Null: all. */
  limited_to: Type.Union([Type.Array(Type.Integer()), Type.Null()]),
  service_categories: Type.Array(
    Type.Object({
      tid: Type.Integer(),
      cloud_id: Type.Integer(),
      title: Type.String(),
      services: Type.Array(Type.Object(Named)),
    }),
  ),
  regions: Type.Array(
    Type.Object({
      tid: Type.Integer(),
      title: Type.String(),
      data_centers: Type.Array(
        Type.Object({
          ...Named,
          city: Type.String(),
          country_code: Type.String(),
          latitude: Type.Number(),
          longitude: Type.Number(),
          is_premium: Type.Boolean(),
          clouds: Type.Array(Type.Integer()),
        }),
      ),
    }),
  ),
  severities: Type.Array(Type.Object({ ...Named, rank: Type.Integer() })),
  statuses: Type.Array(
    Type.Object({
      id: Type.Integer(),
      name: Type.String(),
      class: Type.String(),
      is_closed: Type.Boolean(),
      is_retired: Type.Boolean(),
    }),
  ),
  terms: Type.Array(
    Type.Object({ ...Named, notification_type: Type.Enum(NOTIFICATION_TYPES), group_name: Type.String() }),
  ),
  /** Tags in use, most frequent first. */
  tags: Type.Array(Type.String()),
  clusters: Type.Array(Type.String()),
  /** Working days. Null: no post-mortem is due by default. */
  post_mortem_days: Type.Union([Type.Integer(), Type.Null()]),
  staff: Type.Array(
    Type.Object({ uid: Type.Integer(), name: Type.String(), roles: Type.Array(Type.Enum(ROLES)) }),
  ),
})
export type Choices = Static<typeof Choices>

export const choiceCalls = {
  'GET /api/admin/choices': call({
    summary: 'What a record can refer to: clouds, services, data centers, severities, statuses, categories',
    tag: 'Staff: records',
    access: 'see-admin-area',
    answer: Type.Object({ data: Choices }),
  }),
}
