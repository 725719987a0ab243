import { type Static, type TProperties, Type } from 'typebox'
import {
  COMPONENT_STATUSES,
  IMPACTS,
  INCIDENT_STATUSES,
  INDICATORS,
  MAINTENANCE_STATUSES,
} from '../domain/statuspage/statuspage-words.ts'
import { Moment, OptionalMoment } from './common.ts'

/** Documents of Statuspage's public API, version 2, as its clients expect them. */

const MaybeText = Type.Union([Type.String(), Type.Null()])

const Page = Type.Object({
  id: Type.String(),
  name: Type.String(),
  url: Type.String(),
  time_zone: Type.String(),
  updated_at: Moment,
})

const Status = Type.Object({ indicator: Type.Enum(INDICATORS), description: Type.String() })

const Component = Type.Object({
  id: Type.String(),
  name: Type.String(),
  status: Type.Enum(COMPONENT_STATUSES),
  created_at: Moment,
  updated_at: Moment,
  position: Type.Integer(),
  description: MaybeText,
  showcase: Type.Boolean(),
  start_date: MaybeText,
  group_id: MaybeText,
  page_id: Type.String(),
  group: Type.Boolean({ description: 'a region or a category of services, which holds others' }),
  only_show_if_degraded: Type.Boolean(),
  components: Type.Optional(Type.Array(Type.String())),
})
export type StatuspageComponent = Static<typeof Component>

const Update = Type.Object({
  id: Type.String(),
  status: Type.Enum([...INCIDENT_STATUSES, ...MAINTENANCE_STATUSES]),
  body: Type.String({ description: 'plain text' }),
  incident_id: Type.String(),
  created_at: Moment,
  updated_at: Moment,
  display_at: Moment,
  affected_components: Type.Null(),
  deliver_notifications: Type.Boolean(),
  custom_tweet: Type.Null(),
  tweet_id: Type.Null(),
})
export type StatuspageUpdate = Static<typeof Update>

const posted = {
  id: Type.String(),
  name: Type.String(),
  created_at: Moment,
  updated_at: Moment,
  monitoring_at: OptionalMoment,
  resolved_at: OptionalMoment,
  impact: Type.Enum(IMPACTS),
  shortlink: Type.String(),
  started_at: Moment,
  page_id: Type.String(),
  incident_updates: Type.Array(Update, { description: 'newest first' }),
  components: Type.Array(Component),
}

const Incident = Type.Object({ ...posted, status: Type.Enum(INCIDENT_STATUSES) })
export type StatuspageIncident = Static<typeof Incident>

const Maintenance = Type.Object({
  ...posted,
  status: Type.Enum(MAINTENANCE_STATUSES),
  scheduled_for: Moment,
  scheduled_until: Moment,
})
export type StatuspageMaintenance = Static<typeof Maintenance>

function paged<P extends TProperties>(parts: P) {
  return Type.Object({ page: Page, ...parts })
}

export const StatuspageStatus = paged({ status: Status })
export const StatuspageComponents = paged({ components: Type.Array(Component) })
export const StatuspageIncidents = paged({ incidents: Type.Array(Incident) })
export const StatuspageMaintenances = paged({ scheduled_maintenances: Type.Array(Maintenance) })
export const StatuspageSummary = paged({
  status: Status,
  components: Type.Array(Component),
  incidents: Type.Array(Incident),
  scheduled_maintenances: Type.Array(Maintenance),
})
