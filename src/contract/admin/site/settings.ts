import { type Static, Type } from 'typebox'
import { call } from '../../call.ts'
import { OptionalMoment } from '../../common.ts'
import { POST_TYPES } from '../../records.ts'
import { Goals, MinuteGoals, Words } from './fields.ts'

const TAG = 'Staff: site'
/** 0: never set. */
const Version = Type.Integer({ minimum: 0 })

const ProviderValues = Type.Object({
  name: Words(100),
  legal_name: Words(200),
  help_url: Words(2000),
  gov_help_url: Words(2000),
  feedback_email: Words(254),
  /** Absent: unchanged. Editors of the previous version don't send it. */
  security_contact: Type.Optional(Words(2000)),
  /** Absent: unchanged. Editors of the previous version don't send it. */
  update_every_hours: Type.Optional(
    Type.Union([Type.Number(), Type.Null()], {
      description: 'whole hours from 1 to 168: updates are promised at least this often. null: no promise',
    }),
  ),
  /** Absent: unchanged. Editors of the previous version don't send it. */
  post_mortem_days: Type.Optional(
    Type.Union([Type.Number(), Type.Null()], {
      description:
        'working days from 1 to 60 until a post-mortem is due by default. null: none is due by default',
    }),
  ),
  /** From the start of an incident until it is published. Absent: unchanged, as are the next two. */
  publish_goals: Type.Optional(MinuteGoals),
  /** From publication until the first message is sent. */
  message_goals: Type.Optional(MinuteGoals),
  /** The share of promised updates that come on time. */
  promise_goals: Type.Optional(Goals),
  /** Email domains whose users sign in as employees. */
  staff_domains: Type.Array(Words(253), { maxItems: 50 }),
})
export type ProviderValues = Static<typeof ProviderValues>
const Provider = Type.Object({ version: Version, ...ProviderValues.properties })
export type ProviderSettings = Static<typeof Provider>

const MaintenanceValues = Type.Object({
  is_on: Type.Boolean(),
  message: Words(1000),
  /** Shown to readers. The site doesn't reopen automatically. */
  ends_at: OptionalMoment,
})
export type MaintenanceValues = Static<typeof MaintenanceValues>
const Maintenance = Type.Object({ version: Version, ...MaintenanceValues.properties })
export type MaintenanceSettings = Static<typeof Maintenance>

const ApprovalValues = Type.Object({
  kinds: Type.Array(Type.Enum(POST_TYPES), { description: 'kinds of records that need a second person' }),
  clouds: Type.Array(Type.Integer({ minimum: 1, maximum: 2_147_483_647 }), {
    maxItems: 1000,
    description: 'clouds whose records need a second person',
  }),
  updates: Type.Boolean({
    description:
      'also for updates, start, end and reopening of published records; otherwise these go out at once',
  }),
})
export type ApprovalValues = Static<typeof ApprovalValues>
const Approval = Type.Object({ version: Version, ...ApprovalValues.properties })
export type ApprovalSettings = Static<typeof Approval>

export const settingCalls = {
  'GET /api/admin/site/approval': call({
    summary: 'What needs a second person before it is published',
    tag: TAG,
    access: 'see-admin-area',
    answer: Type.Object({ data: Approval }),
  }),
  'POST /api/admin/site/approval': call({
    summary: 'Change what needs a second person. 409: someone else has saved since',
    tag: TAG,
    access: 'edit-site',
    body: Type.Object({ version: Version, values: ApprovalValues }),
    answer: Type.Object({ data: Approval }),
  }),
  'GET /api/admin/site/provider': call({
    summary: 'The provider: name, help, feedback, staff',
    tag: TAG,
    access: 'edit-site',
    answer: Type.Object({ data: Provider }),
  }),
  'POST /api/admin/site/provider': call({
    summary: 'Change the provider. 409: someone else has saved since',
    tag: TAG,
    access: 'edit-site',
    body: Type.Object({ version: Version, values: ProviderValues }),
    answer: Type.Object({ data: Provider }),
  }),
  'GET /api/admin/site/maintenance': call({
    summary: 'Whether the site is temporarily closed',
    tag: TAG,
    access: 'see-admin-area',
    answer: Type.Object({ data: Maintenance }),
  }),
  'POST /api/admin/site/maintenance': call({
    summary: 'Close the whole site temporarily, or open it. 409: someone else has changed this meanwhile',
    tag: TAG,
    access: 'close-site',
    body: Type.Object({ version: Version, values: MaintenanceValues }),
    answer: Type.Object({ data: Maintenance }),
  }),
}
