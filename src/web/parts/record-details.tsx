import type { ReactNode } from 'react'
import { Link } from 'react-router'
import type { PostRecord } from '../../contract/records.ts'
import type { Cloud } from '../../domain/cloud.ts'
import { Moment } from './moment.tsx'
import styles from './record-details.module.css'

/** P-03: all that a record carries beside its story. */
export function RecordDetails({
  record,
  clouds,
  here,
}: {
  record: PostRecord
  clouds: readonly Cloud[]
  here: Cloud
}) {
  return (
    <aside className={styles.details} aria-label="Details">
      <dl>
        <Detail term="Posted">
          <Moment at={record.posted_on} />
          <By name={record.author} />
        </Detail>
        <Detail term="Updated">
          <Moment at={record.updated_on} />
          <By name={record.updated_by} />
        </Detail>
        {record.closed_on !== null && (
          <Detail term="Closed">
            <Moment at={record.closed_on} />
            <By name={record.resolved_by} />
          </Detail>
        )}
        <Detail term="Created">
          <Moment at={record.created} />
          <By name={record.created_by} />
        </Detail>
        <Detail term="Kind">{kindWords(record)}</Detail>
        {record.incident_type !== undefined && <Detail term="Incident type">{record.incident_type}</Detail>}
        {record.clouds.length > 0 && (
          <Detail term="Clouds">
            <CloudLinks record={record} clouds={clouds} here={here} />
          </Detail>
        )}
        {record.clusters.length > 0 && <Detail term="Clusters">{record.clusters.join(', ')}</Detail>}
        {record.tags.length > 0 && <Detail term="Tags">{record.tags.join(', ')}</Detail>}
        <Detail term="Number">{record.id}</Detail>
      </dl>
    </aside>
  )
}

function Detail({ term, children }: { term: string; children: ReactNode }) {
  return (
    <div>
      <dt>{term}</dt>
      <dd>{children}</dd>
    </div>
  )
}

function By({ name }: { name: string | undefined }) {
  return name === undefined || name === '' ? null : <span className={styles.by}>by {name}</span>
}

/** The same record on the other clouds that it concerns. */
function CloudLinks({ record, clouds, here }: { record: PostRecord; clouds: readonly Cloud[]; here: Cloud }) {
  const section = record.post_type === 'notification' ? 'notification' : 'posts'
  return (
    <ul>
      {clouds
        .filter((cloud) => record.clouds.includes(cloud.machine_name))
        .map((cloud) => (
          <li key={cloud.id}>
            {cloud.id === here.id ? (
              cloud.domain
            ) : (
              <Link to={`/${cloud.domain}/${section}/${record.id}`}>{cloud.domain}</Link>
            )}
          </li>
        ))}
    </ul>
  )
}

const KINDS: Record<PostRecord['post_type'], string> = {
  incident: 'Incident',
  maintenance: 'Maintenance',
  advisory: 'Security advisory',
  notification: 'Notification',
}

const TYPES: Record<NonNullable<PostRecord['type']>, string> = {
  core_cloud_services: 'Core cloud services',
  core_cloud_services_maintenance: 'Core cloud services',
  datacenter_issue: 'Data centers',
  datacenter_maintenance: 'Data centers',
  other_maintenance: 'Other',
}

const NOTIFICATION_TYPES: Record<NonNullable<PostRecord['notification_type']>, string> = {
  url_change_notification: 'URL categories',
  cloud_app: 'Cloud apps',
  advisories: 'Advisories',
  sub_processor: 'Sub-processors',
}

const EVENTS: Record<PostRecord['event_type'], string> = {
  scheduled: 'scheduled',
  informational: 'informational',
  completed: 'completed',
  postponed: 'postponed',
  service_disruption: 'service disruption',
  service_degradation: 'service degradation',
  under_investigation: 'under investigation',
  security_advisory: 'security advisory',
}

/** `Maintenance, data centers, scheduled`. */
function kindWords({ post_type, type, notification_type, event_type }: PostRecord) {
  const kind = KINDS[post_type]
  const parts = [
    kind,
    type === undefined ? undefined : TYPES[type].toLowerCase(),
    notification_type === undefined ? undefined : NOTIFICATION_TYPES[notification_type],
    EVENTS[event_type] === kind.toLowerCase() ? undefined : EVENTS[event_type],
  ]
  return parts.filter((part) => part !== undefined).join(', ')
}
