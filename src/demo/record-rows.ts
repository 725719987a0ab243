import { type DemoRecord, SEVERITY_TID, STATUS_ID } from './demo-record.ts'
import { calendar, type DemoMinute } from './demo-time.ts'
import { slug } from './fill.ts'
import { postMortemRows } from './post-mortems.ts'

export function recordRows(day: string, unordered: readonly DemoRecord[]) {
  const records = unordered
    .toSorted((a, b) => a.createdAt - b.createdAt)
    .map((record, index) => ({ ...record, id: index + 1 }))
  const time = calendar(day)
  const timeOrNull = (minute: DemoMinute | null) => (minute === null ? null : time(minute))

  return {
    records: records.map((record) => ({
      id: record.id,
      kind: record.kind,
      notification_type: record.notificationType,
      type: record.type,
      incident_type: record.incidentType,
      event_type: record.eventType,
      title: record.title,
      alias: `${slug(record.title)}-${record.id}`,
      summary: record.summary,
      body: record.body,
      status_id: STATUS_ID[record.status],
      severity_tid: SEVERITY_TID[record.severity],
      tags: [...new Set(record.tags)],
      clusters: [...record.clusters],
      state: record.state,
      publish_at: timeOrNull(record.publishAt),
      created_at: time(record.createdAt),
      posted_on: timeOrNull(record.postedOn),
      closed_on: timeOrNull(record.closedOn),
      from_time: timeOrNull(record.from),
      to_time: timeOrNull(record.to),
      actual_from_time: timeOrNull(record.actualFrom),
      actual_to_time: timeOrNull(record.actualTo),
      updated_on: time(record.updatedOn),
      withdrawn_on: record.state === 'unpublished' ? time(record.updatedOn) : null,
      withdrawn_reason: record.withdrawnReason,
      author: record.author,
      created_by: record.createdBy,
      updated_by: record.updatedBy,
      resolved_by: record.resolvedBy,
      customer_impact: record.customerImpact,
      available_workaround: record.workaround,
      how_found: record.howFound,
      next_update: timeOrNull(record.nextUpdate),
      redirect: record.redirect,
      cve_ids: [...record.cveIds],
      cvss_score: record.cvssScore,
      cvss_vector: record.cvssVector,
      embargo: record.embargo,
      advisory: record.advisory as never,
      version: 1,
    })),
    record_internals: records.flatMap(({ id, internals, updatedOn }) =>
      internals === null
        ? []
        : [
            {
              record_id: id,
              internal_note: internals.note,
              slack_link: internals.chat,
              jira_link: internals.ticket,
              sfdc_link: internals.crm,
              severity_link: internals.severity,
              updated_at: time(updatedOn),
            },
          ],
    ),
    record_clouds: records.flatMap(({ id, cloudIds }) =>
      cloudIds.map((cloud_id) => ({ record_id: id, cloud_id })),
    ),
    record_services: records.flatMap(({ id, serviceTids }) =>
      serviceTids.map((service_tid) => ({ record_id: id, service_tid })),
    ),
    record_data_centers: records.flatMap(({ id, dataCenterTids }) =>
      dataCenterTids.map((data_center_tid) => ({ record_id: id, data_center_tid })),
    ),
    record_terms: records.flatMap(({ id, termTids }) =>
      termTids.map((term_tid) => ({ record_id: id, term_tid })),
    ),
    ...historyRows(records, time),
    ...postMortemRows(day, records),
  }
}

type NumberedRecord = DemoRecord & { id: number }

function historyRows(records: readonly NumberedRecord[], time: ReturnType<typeof calendar>) {
  const updates = records
    .flatMap(({ id, updates }) =>
      updates.map((update) => ({
        record_id: id,
        posted_on: time(update.postedOn),
        status_id: STATUS_ID[update.status],
        severity_tid: update.severity === null ? null : SEVERITY_TID[update.severity],
        body: update.body,
        created_by: update.createdBy,
      })),
    )
    .map((update, index) => ({ id: index + 1, ...update }))
  const widened = widenedRecord(records)
  const first = updates.find(({ record_id }) => record_id === widened?.id)
  return {
    record_updates: updates,
    record_changes: updates
      .flatMap((update) => {
        const added = update === first ? (widened?.serviceTids.slice(-1) ?? []) : []
        if (update.severity_tid === null && added.length === 0) return []
        return {
          record_id: update.record_id,
          update_id: update.id,
          made_on: update.posted_on,
          severity_before: null,
          severity_after: update.severity_tid,
          services_added: [...added],
          services_removed: [],
          data_centers_added: [],
          data_centers_removed: [],
          was_whole_cloud: false,
          is_whole_cloud: false,
        }
      })
      .map((change, index) => ({ id: index + 1, ...change })),
  }
}

function widenedRecord(records: readonly NumberedRecord[]): NumberedRecord | undefined {
  return records.findLast(
    ({ kind, state, serviceTids, updates }) =>
      kind === 'incident' && state === 'published' && serviceTids.length > 1 && updates.length > 0,
  )
}
