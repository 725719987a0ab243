import { type Static, Type } from 'typebox'
import { CloudName, Moment, OptionalMoment } from './common.ts'

export const IMPORT_BYTES_AT_MOST = 24 * 1024 * 1024

const File = Type.Object({ name: Type.String({ maxLength: 200 }), text: Type.String() })
const Count = Type.Integer({ minimum: 0 })
const Titles = Type.Array(Type.String())

/**
 * A request without `plan` changes nothing; it returns a preview and its `plan`. The same request with that `plan`
 * applies it. Another file or setting requires another preview.
 */
const Asked = { plan: Type.Optional(Type.String({ maxLength: 64 })) }
const Said = {
  plan: Type.String(),
  is_done: Type.Boolean({
    description: 'False for a preview, and for subscribers: they are imported afterward, by `job`.',
  }),
}

/** An import with any problem is not applied at all. */
const ImportProblem = Type.Object({
  where: Type.String({ description: 'file and place in it, or the line' }),
  message: Type.String(),
})
const Problems = Type.Array(ImportProblem)

const Columns = {
  columns: Type.Optional(
    Type.Record(Type.String({ maxLength: 50 }), Type.String({ maxLength: 200 }), {
      description: 'for CSV: the header to use for each of our columns, such as {"email": "E-Mail"}',
    }),
  ),
}
export const CsvTable = Type.Object({
  header: Type.Array(Type.String()),
  sample: Type.Array(Type.Array(Type.String()), { description: 'the first rows' }),
})
export type CsvTable = Static<typeof CsvTable>
const MaybeTable = Type.Union([CsvTable, Type.Null()])

export const StatuspageAsked = Type.Object({
  ...Asked,
  files: Type.Array(File, {
    minItems: 1,
    maxItems: 10,
    description: 'components, incidents, summary … as JSON; incidents of other tools as CSV',
  }),
  cloud: CloudName,
  ...Columns,
  without_approval: Type.Optional(
    Type.String({
      minLength: 3,
      maxLength: 2000,
      description:
        'where records need a second person: why this import goes live without one. For the audit log; programs need the scope `approval:skip` instead',
    }),
  ),
})
export const StatuspageSaid = Type.Object({
  ...Said,
  problems: Problems,
  new_categories: Titles,
  new_services: Titles,
  known_services: Titles,
  incidents: Titles,
  maintenances: Titles,
  updates: Count,
  left_out: Type.Array(Type.Object({ what: Type.String(), name: Type.String(), reason: Type.String() })),
  services: Type.Array(
    Type.Object({
      component: Type.String(),
      service: Type.String(),
      category: Type.Union([Type.String(), Type.Null()]),
      is_new: Type.Boolean(),
    }),
    { description: 'each component and the service that it becomes' },
  ),
  records: Type.Array(
    Type.Object({
      kind: Type.Enum(['incident', 'maintenance'] as const),
      title: Type.String(),
      their_status: Type.String(),
      status: Type.String(),
      their_impact: Type.String(),
      severity: Type.String(),
      services: Titles,
      starts_at: Moment,
      ends_at: OptionalMoment,
      updates: Count,
      has_postmortem: Type.Boolean(),
      shown: Type.Enum(['open', 'planned', 'history'] as const, {
        description: 'where readers see it immediately',
      }),
    }),
  ),
  tables: Type.Array(Type.Object({ file: Type.String(), ...CsvTable.properties })),
})
export type StatuspageSaid = Static<typeof StatuspageSaid>

export const SubscribersAsked = Type.Object({
  ...Asked,
  file: File,
  ...Columns,
  cloud: CloudName,
  source: Type.Optional(Type.String({ maxLength: 200, description: 'id of the page they come from' })),
  are_confirmed: Type.Boolean({
    description: 'their addresses were confirmed there; else each is asked first',
  }),
})

export const SubscriberImport = Type.Object({
  id: Type.Integer(),
  state: Type.Enum(['waiting', 'running', 'done', 'canceled', 'failed'] as const, {
    description:
      '`waiting`: others come first. `canceled` and `failed`: what was imported before stays; importing the same file again adds the rest',
  }),
  file: Type.String({ description: 'its name' }),
  cloud: CloudName,
  cloud_title: Type.String(),
  are_confirmed: Type.Boolean(),
  people: Type.Integer({ minimum: 0, description: 'addresses to import; each counts once' }),
  people_done: Count,
  new_accounts: Count,
  known_accounts: Count,
  lines_left_out: Count,
  started_by: Type.String(),
  created_at: Moment,
  started_at: OptionalMoment,
  ended_at: OptionalMoment,
})
export type SubscriberImport = Static<typeof SubscriberImport>

export const OneImport = Type.Object({
  id: Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER }),
})
export const LeftOutLine = Type.Object({ line: Type.Integer(), reason: Type.String() })

export const SubscribersSaid = Type.Object({
  ...Said,
  problems: Problems,
  new_accounts: Count,
  known_accounts: Count,
  left_out: Type.Array(LeftOutLine, { description: 'the first 1,000' }),
  lines_left_out: Type.Integer({ minimum: 0, description: 'how many there are' }),
  table: MaybeTable,
  job: Type.Union([SubscriberImport, Type.Null()], {
    description: 'the import that was started, with status 202; poll it until it has ended',
  }),
})
export type SubscribersSaid = Static<typeof SubscribersSaid>

export const ThreatsAsked = Type.Object({ ...Asked, file: File, ...Columns })
export const ThreatsSaid = Type.Object({
  ...Said,
  problems: Problems,
  table: Type.String({ description: 'counts by region, or origins by country and data center' }),
  csv: MaybeTable,
  lines: Count,
  replaced: Count,
  blocked: Count,
  first_day: Type.String(),
  last_day: Type.String(),
})
export type ThreatsSaid = Static<typeof ThreatsSaid>
