import { type Static, Type } from 'typebox'
import { GOOGLE_SEVERITIES, STATUS_IMPACTS } from '../domain/google/google-words.ts'
import { Moment } from './common.ts'

const Named = Type.Object({ title: Type.String(), id: Type.String() })
const Locations = Type.Array(Named, { description: 'data centers' })

const Update = Type.Object({
  created: Moment,
  modified: Moment,
  when: Moment,
  text: Type.String({ description: 'plain text' }),
  status: Type.Enum([...STATUS_IMPACTS, 'AVAILABLE']),
  affected_locations: Locations,
})

const Incident = Type.Object({
  id: Type.String(),
  number: Type.String(),
  begin: Moment,
  created: Moment,
  end: Type.Optional(Type.String({ description: 'ISO 8601 in UTC; absent while it is open' })),
  modified: Moment,
  external_desc: Type.String(),
  updates: Type.Array(Update, { description: 'newest first' }),
  most_recent_update: Update,
  status_impact: Type.Enum(STATUS_IMPACTS),
  severity: Type.Enum(GOOGLE_SEVERITIES),
  service_key: Type.String(),
  service_name: Type.String(),
  affected_products: Type.Array(Named, { description: 'services' }),
  uri: Type.String({ description: 'beside this document' }),
  currently_affected_locations: Locations,
  previously_affected_locations: Locations,
})
export type GoogleIncident = Static<typeof Incident>

export const GoogleIncidents = Type.Array(Incident)
