import { type Static, Type } from 'typebox'
import { CloudName } from './common.ts'

/** What may be in one import, written into a call. */
export const IMPORT_BYTES_AT_MOST = 24 * 1024 * 1024

const File = Type.Object({ name: Type.String({ maxLength: 200 }), text: Type.String() })
const Count = Type.Integer({ minimum: 0 })
const Titles = Type.Array(Type.String())

/**
 * First without `plan`: nothing is changed, and the answer says what would be, and a `plan`. Then the same with that
 * `plan`: it is done. Another file or another choice needs another look.
 */
const Asked = { plan: Type.Optional(Type.String({ maxLength: 64 })) }
const Said = { plan: Type.String(), is_done: Type.Boolean() }

/** Nothing is taken of an import with a problem in it. */
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
