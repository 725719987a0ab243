/**
 * Statuspage's public API and Google Cloud's history as strict clients define them: written from their
 * definitions, not from our code.
 */

const text = { type: 'string' }
const moment = { type: 'string', format: 'date-time' }
const orNull = (schema: object) => ({ anyOf: [schema, { type: 'null' }] })
const exactly = (properties: Record<string, object>, optional: readonly string[] = []) => ({
  type: 'object',
  properties,
  required: Object.keys(properties).filter((name) => !optional.includes(name)),
  additionalProperties: false,
})
const list = (items: object, limits = {}) => ({ type: 'array', items, ...limits })

const page = exactly({
  id: text,
  name: text,
  url: { type: 'string', format: 'uri' },
  time_zone: text,
  updated_at: moment,
})
const status = exactly({ indicator: { enum: ['none', 'minor', 'major', 'critical'] }, description: text })
const component = exactly(
  {
    id: text,
    name: text,
    status: {
      enum: ['operational', 'degraded_performance', 'partial_outage', 'major_outage', 'under_maintenance'],
    },
    created_at: moment,
    updated_at: moment,
    position: { type: 'integer' },
    description: orNull(text),
    showcase: { type: 'boolean' },
    start_date: orNull({ type: 'string', format: 'date' }),
    group_id: orNull(text),
    page_id: text,
    group: { type: 'boolean' },
    only_show_if_degraded: { type: 'boolean' },
    components: list(text),
  },
  ['components'],
)
const affected = exactly({ code: text, name: text, old_status: text, new_status: text })
const posted = (statuses: readonly string[], more: Record<string, object> = {}) =>
  exactly({
    id: text,
    name: text,
    status: { enum: statuses },
    created_at: moment,
    updated_at: moment,
    monitoring_at: orNull(moment),
    resolved_at: orNull(moment),
    impact: { enum: ['none', 'minor', 'major', 'critical', 'maintenance'] },
    shortlink: { type: 'string', format: 'uri' },
    started_at: moment,
    page_id: text,
    incident_updates: list(
      exactly({
        id: text,
        status: { enum: statuses },
        body: text,
        incident_id: text,
        created_at: moment,
        updated_at: moment,
        display_at: moment,
        affected_components: orNull(list(affected)),
        deliver_notifications: { type: 'boolean' },
        custom_tweet: orNull(text),
        tweet_id: orNull(text),
      }),
      { minItems: 1 },
    ),
    components: list(component),
    ...more,
  })
const incidents = list(posted(['investigating', 'identified', 'monitoring', 'resolved', 'postmortem']), {
  maxItems: 50,
})
const scheduled_maintenances = list(
  posted(['scheduled', 'in_progress', 'verifying', 'completed'], {
    scheduled_for: moment,
    scheduled_until: moment,
  }),
  { maxItems: 50 },
)
const components = list(component)

const named = list(exactly({ title: text, id: text }))
const googleUpdate = exactly({
  created: moment,
  modified: moment,
  when: moment,
  text,
  status: { enum: ['SERVICE_INFORMATION', 'SERVICE_DISRUPTION', 'SERVICE_OUTAGE', 'AVAILABLE'] },
  affected_locations: named,
})
export const googleIncidents = list(
  exactly(
    {
      id: text,
      number: { type: 'string', pattern: '^[0-9]+$' },
      begin: moment,
      created: moment,
      end: moment,
      modified: moment,
      external_desc: text,
      updates: list(googleUpdate, { minItems: 1 }),
      most_recent_update: googleUpdate,
      status_impact: { enum: ['SERVICE_INFORMATION', 'SERVICE_DISRUPTION', 'SERVICE_OUTAGE'] },
      severity: { enum: ['low', 'medium', 'high'] },
      service_key: text,
      service_name: text,
      affected_products: named,
      uri: text,
      currently_affected_locations: named,
      previously_affected_locations: named,
    },
    ['end'],
  ),
)

export const statuspageSchemas = {
  'summary.json': exactly({ page, components, incidents, scheduled_maintenances, status }),
  'status.json': exactly({ page, status }),
  'components.json': exactly({ page, components }),
  'incidents.json': exactly({ page, incidents }),
  'incidents/unresolved.json': exactly({ page, incidents }),
  'scheduled-maintenances.json': exactly({ page, scheduled_maintenances }),
  'scheduled-maintenances/active.json': exactly({ page, scheduled_maintenances }),
  'scheduled-maintenances/upcoming.json': exactly({ page, scheduled_maintenances }),
}
export type StatuspageName = keyof typeof statuspageSchemas
