import { type Static, Type } from 'typebox'
import { EVENT_KINDS } from '../domain/calendar/event-kind.ts'
import { PRODUCT_STATUSES, REMEDIATION_CATEGORIES } from '../domain/csaf/advisory-facts.ts'
import { ACTION_STATES, PART_NAMES, type PostMortemPart } from '../domain/post-mortem.ts'
import { RECORD_KINDS } from '../domain/record.ts'
import { CHANGE_KINDS } from '../domain/record-changes.ts'
import { fieldNames, INTERNAL_FIELDS, PAGE_TEXTS } from '../domain/record-fields.ts'
import { CloudName, Day, Mine, Moment, OptionalMoment, PageNumber, RecordId } from './common.ts'
import { publicRead } from './endpoint.ts'
import { RecordInformed } from './informing.ts'

export const NOTIFICATION_TYPES = [
  'url_change_notification',
  'cloud_app',
  'advisories',
  'sub_processor',
] as const
export type ListedNotificationType = (typeof NOTIFICATION_TYPES)[number]

const NotificationTypeName = Type.Enum(NOTIFICATION_TYPES)

const RECORD_TYPES = [
  'core_cloud_services',
  'core_cloud_services_maintenance',
  'datacenter_issue',
  'other_maintenance',
  'datacenter_maintenance',
] as const

export const POST_TYPES = RECORD_KINDS

const Place = Type.Object({ tid: Type.Integer(), name: Type.String() })

const AffectedPlace = Type.Object({
  ...Place.properties,
  severityId: Type.Optional(
    Type.Integer({
      description:
        'only for an open record, and only if it differs from that of the record: 1361 means that this place has recovered or, for maintenance, that the work is finished here',
    }),
  ),
})

const RecordChangeLine = Type.Object({
  at: Moment,
  kind: Type.Enum(CHANGE_KINDS, {
    description:
      '`narrowed`: it was about the whole cloud before. `place_severity`: of these places alone. `recovered`: the incident continues elsewhere; for maintenance `finished`, and `resumed` if it was not finished after all. `update_removed`: staff removed an update of this time. `post_mortem`: its post-mortem was published',
  }),
  update_id: Type.Union([Type.Integer(), Type.Null()], {
    description: 'the update that it came with, or that was removed',
  }),
  text: Type.String({ description: 'in words, for example `DNS Control added`' }),
  services: Type.Optional(Type.Array(Place)),
  datacenters: Type.Optional(Type.Array(Place)),
  severity: Type.Optional(Type.Object({ from: Type.Union([Place, Type.Null()]), to: Place })),
  removed_on: Type.Optional(Moment),
})
export type RecordChangeLine = Static<typeof RecordChangeLine>

const PageTexts = everyField(PAGE_TEXTS, Type.Optional(Type.String()))

/** L-09: only in answers to signed-in staff. */
const InternalFields = everyField(
  INTERNAL_FIELDS,
  Type.Optional(Type.String({ description: 'for signed-in staff only' })),
)

function everyField<Name extends string, Schema>(fields: Record<Name, object>, schema: Schema) {
  return Object.fromEntries(fieldNames(fields).map((name) => [name, schema])) as Record<Name, Schema>
}

const OptionalDay = Type.Union([Day, Type.Null()])

const PartOfPostMortem = Type.String({ description: 'sanitized HTML; may be empty' })

export const PublicPostMortem = Type.Object({
  ...(Object.fromEntries(PART_NAMES.map((name) => [name, PartOfPostMortem])) as Record<
    PostMortemPart,
    typeof PartOfPostMortem
  >),
  actions: Type.Array(
    Type.Object({
      words: Type.String({ description: 'plain text' }),
      state: Type.Enum(ACTION_STATES),
      due_on: OptionalDay,
      done_on: OptionalDay,
    }),
  ),
  published_on: Moment,
  updated_on: OptionalMoment,
})
export type PublicPostMortem = Static<typeof PublicPostMortem>

export const PostRecord = Type.Object({
  id: Type.Integer(),
  title: Type.String(),
  alias: Type.String(),
  summary: Type.String(),
  body: Type.String({ description: 'sanitized HTML' }),
  status: Type.String(),
  severityId: Type.Integer(),
  event_type: Type.Enum(EVENT_KINDS),
  notification_type: Type.Optional(NotificationTypeName),
  incident_type: Type.Optional(Type.String()),
  post_type: Type.Enum(POST_TYPES),
  type: Type.Optional(Type.Enum(RECORD_TYPES)),
  tags: Type.Array(Type.String()),
  clusters: Type.Array(Type.String()),
  clouds: Type.Array(Type.String(), { description: 'machine names' }),
  services: Type.Array(AffectedPlace),
  datacenters: Type.Array(AffectedPlace),
  created: Moment,
  posted_on: Moment,
  closed_on: OptionalMoment,
  fromTime: OptionalMoment,
  toTime: OptionalMoment,
  actual_from_time: Type.Optional(Moment),
  actual_to_time: Type.Optional(Moment),
  updated_on: Moment,
  updated_by: Type.Optional(Type.String()),
  resolved_by: Type.Optional(Type.String()),
  author: Type.Optional(Type.String()),
  created_by: Type.Optional(Type.String()),
  ...PageTexts,
  next_update: Type.Optional(OptionalMoment),
  updates: Type.Array(
    Type.Object({ id: Type.Integer(), posted_on: Moment, status: Type.String(), body: Type.String() }),
  ),
  changes: Type.Optional(
    Type.Array(RecordChangeLine, {
      description:
        'changes of severity and affected places with their states, removed updates, and its post-mortem; oldest first',
    }),
  ),
  post_mortem: Type.Optional(PublicPostMortem),
  redirect: Type.Optional(Type.String()),
  cve_ids: Type.Optional(Type.Array(Type.String(), { description: 'for example CVE-2026-12345' })),
  cvss_score: Type.Optional(Type.Number({ description: '0 to 10' })),
  cvss_vector: Type.Optional(Type.String()),
  product_status: Type.Optional(Type.Enum(PRODUCT_STATUSES)),
  remediations: Type.Optional(
    Type.Array(
      Type.Object({
        category: Type.Enum(REMEDIATION_CATEGORIES),
        details: Type.String(),
        url: Type.Union([Type.String(), Type.Null()]),
      }),
    ),
  ),
  references: Type.Optional(Type.Array(Type.Object({ summary: Type.String(), url: Type.String() }))),
  ...InternalFields,
})
export type PostRecord = Static<typeof PostRecord>

const LIST_GROUPS = ['in_progress', 'upcoming', 'past'] as const
export type ListGroup = (typeof LIST_GROUPS)[number]

const ListedPost = Type.Object({
  ...PostRecord.properties,
  list_group: Type.Optional(
    Type.Enum(LIST_GROUPS, { description: 'maintenance only: its group in the list' }),
  ),
})

export const ListResponse = Type.Object({
  records: Type.Array(ListedPost),
  currentPage: Type.Integer(),
  totalPages: Type.Integer(),
  totalRecords: Type.Integer(),
  categories: Type.Array(Type.Object({ id: Type.Integer(), name: Type.String() })),
  statuses: Type.Array(
    Type.Object({ id: Type.Integer(), name: Type.String(), class: Type.String(), icon: Type.String() }),
    { description: 'those used by records of the list, and the requested one' },
  ),
  severity: Type.Array(Type.Object({ tid: Type.Integer(), name: Type.String(), color_code: Type.String() })),
  topMessage: Type.String({ description: 'sanitized HTML that staff put above this list; may be empty' }),
  pageType: Type.String(),
  mine: Type.Optional(
    Type.Object(
      { services: Type.Integer(), datacenters: Type.Integer() },
      { description: 'how many of the places in `mine` this cloud has; absent without that parameter' },
    ),
  ),
  maintenanceSchedule: Type.Optional(
    Type.Object({
      days: Type.Array(Type.String()),
      regions: Type.Array(
        Type.Object({
          title: Type.String(),
          data: Type.Array(Type.Object({ value: Type.String(), className: Type.String() })),
        }),
      ),
    }),
  ),
})
export type ListResponse = Static<typeof ListResponse>

const RecordListQuery = Type.Object({
  cloud: CloudName,
  category: Type.Optional(Type.Integer({ minimum: 1, description: 'a status id; absent: all' })),
  page: Type.Optional(PageNumber),
  date: Type.Optional(Day),
  datacenter: Type.Optional(Type.Array(Type.Integer({ minimum: 1 }), { maxItems: 500 })),
  mine: Type.Optional(Mine),
})
export type RecordListQuery = Static<typeof RecordListQuery>

export const listIncidents = publicRead({
  summary: 'Incidents of a cloud, newest first',
  tag: 'Records',
  hasPast: true,
  query: RecordListQuery,
  answer: ListResponse,
  // An open incident also counts for today.
  ticks: 'day',
})

export const listMaintenance = publicRead({
  summary:
    'Maintenance of a cloud: in progress, then upcoming (soonest first), then past (newest first), with its weekly update schedule',
  tag: 'Records',
  hasPast: true,
  query: RecordListQuery,
  answer: ListResponse,
})

export const listAdvisories = publicRead({
  summary: 'Security advisories of a cloud, newest first',
  tag: 'Records',
  hasPast: true,
  query: RecordListQuery,
  answer: ListResponse,
})

export const listNotifications = publicRead({
  summary: 'Notifications of one type, newest first; `cloud` narrows the cloud app type',
  tag: 'Records',
  hasPast: true,
  query: Type.Object({
    notification_type: Type.Optional(NotificationTypeName),
    category: Type.Optional(Type.Integer({ minimum: 1 })),
    page: Type.Optional(PageNumber),
    cloud: Type.Optional(CloudName),
    mine: Type.Optional(Mine),
  }),
  answer: ListResponse,
})

const RecordLink = Type.Object({ id: Type.Integer(), title: Type.String() })

const RelatedRecord = Type.Object({
  id: Type.Integer(),
  title: Type.String(),
  status: Type.String(),
  severityId: Type.Integer(),
  post_type: Type.Enum(POST_TYPES),
  from: Moment,
})
export type RelatedRecord = Static<typeof RelatedRecord>

const EntryInLog = Type.Optional(
  Type.Object(
    {
      log: Type.String({ description: 'ID of the log, in the addresses of its tiles' }),
      index: Type.Integer({ description: 'of the newest entry about this record, counted from 0' }),
      facts: Type.Integer({ description: 'of the entry with the names of clouds, services and so on' }),
    },
    { description: 'where the public log has it; absent before the log began' },
  ),
)
export type EntryInLog = NonNullable<Static<typeof EntryInLog>>

const RecordInPlace = Type.Object({
  ...PostRecord.properties,
  log_entry: EntryInLog,
  places_here: Type.Object(
    { services: Type.Array(AffectedPlace), datacenters: Type.Array(AffectedPlace) },
    { description: 'affected services and data centers of this cloud only' },
  ),
  previous: Type.Union([RecordLink, Type.Null()], {
    description: 'the next newer record of its list; for notifications, of the same type',
  }),
  next: Type.Union([RecordLink, Type.Null()], { description: 'the next older record of its list' }),
  related: Type.Array(RelatedRecord, {
    description: 'records that share a service, a data center or else a tag; nearest in time first',
  }),
  informed: Type.Optional(RecordInformed),
  times_changed: Type.Optional(
    Type.Integer({
      description:
        'how often it changed what readers had already seen, as far as the public log goes back; absent if never. Updates and steps such as closing are not counted',
    }),
  ),
  is_followed: Type.Optional(
    Type.Boolean({
      description: 'whether the signed-in user follows this very post; absent for everyone else',
    }),
  ),
})
export type RecordInPlace = Static<typeof RecordInPlace>

/** It contains nothing of the record itself. */
const Withdrawal = Type.Object({
  on: Moment,
  reason: Type.Union([Type.String(), Type.Null()], {
    description: 'plain text, to be read after “because”; null if staff gave none',
  }),
  log_entry: EntryInLog,
})
export type Withdrawal = Static<typeof Withdrawal>

const RecordAnswer = Type.Object({
  data: Type.Union([RecordInPlace, Type.Null()]),
  withdrawn: Type.Optional(Withdrawal),
  redacted: Type.Optional(
    Type.Object(Withdrawal.properties, {
      description: 'only with `edition`: this version was removed from the public log then, for this reason',
    }),
  ),
})

const PostAnswer = Type.Object({
  ...RecordAnswer.properties,
  elsewhere: Type.Optional(
    Type.Array(Type.String(), {
      description: 'if the post is not on this cloud: the machine names of its clouds',
    }),
  ),
})

export const getPost = publicRead({
  summary: 'One incident, maintenance or advisory; `data` is null if it is not on this cloud',
  tag: 'Records',
  hasPast: true,
  params: Type.Object({ id: RecordId }),
  query: Type.Object({ cloud: Type.Optional(CloudName) }),
  answer: PostAnswer,
})

export const getNotification = publicRead({
  summary: 'One notification',
  tag: 'Records',
  hasPast: true,
  params: Type.Object({ id: RecordId, cloud: CloudName }),
  answer: RecordAnswer,
})
