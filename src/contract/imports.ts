import { type Static, Type } from 'typebox'
import { CloudName } from './common.ts'

export const IMPORT_BYTES_AT_MOST = 24 * 1024 * 1024

const File = Type.Object({ name: Type.String({ maxLength: 200 }), text: Type.String() })
const Count = Type.Integer({ minimum: 0 })
const Titles = Type.Array(Type.String())

/**
 * A request without `plan` changes nothing; it returns a preview and its `plan`. The same request with that `plan`
 * applies it. Another file or setting requires another preview.
 */
const Asked = { plan: Type.Optional(Type.String({ maxLength: 64 })) }
const Said = { plan: Type.String(), is_done: Type.Boolean() }

/** An import with any problem is not applied at all. */
const ImportProblem = Type.Object({
  where: Type.String({ description: 'file and place in it, or the line' }),
  message: Type.String(),
})
const Problems = Type.Array(ImportProblem)

export const StatuspageAsked = Type.Object({
  ...Asked,
  files: Type.Array(File, {
    minItems: 1,
    maxItems: 10,
    description: 'components, incidents, summary … as JSON',
  }),
  cloud: CloudName,
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
})
export type StatuspageSaid = Static<typeof StatuspageSaid>

export const SubscribersAsked = Type.Object({
  ...Asked,
  file: File,
  cloud: CloudName,
  source: Type.Optional(Type.String({ maxLength: 200, description: 'id of the page they come from' })),
  are_confirmed: Type.Boolean({
    description: 'their addresses were confirmed there; else each is asked first',
  }),
})
export const SubscribersSaid = Type.Object({
  ...Said,
  problems: Problems,
  new_accounts: Count,
  known_accounts: Count,
  left_out: Type.Array(Type.Object({ line: Type.Integer(), reason: Type.String() })),
})
export type SubscribersSaid = Static<typeof SubscribersSaid>

export const ThreatsAsked = Type.Object({ ...Asked, file: File })
export const ThreatsSaid = Type.Object({
  ...Said,
  problems: Problems,
  table: Type.String({ description: 'counts by region, or origins by country and data center' }),
  lines: Count,
  replaced: Count,
  blocked: Count,
  first_day: Type.String(),
  last_day: Type.String(),
})
export type ThreatsSaid = Static<typeof ThreatsSaid>
