import type { NotificationType } from '../notification-type.ts'
import { type RecordKind, SEVERITY } from '../record.ts'
import { type FieldValues, fieldNames, INTERNAL_FIELDS, RECORD_FIELDS } from '../record-fields.ts'
import type { RecordContent } from './record-content.ts'

/** Status ids fixed by the first migration. */
export const STATUS = {
  scheduled: 1,
  inProgress: 2,
  monitoring: 3,
  completed: 4,
  resolved: 5,
  remediated: 6,
  postponed: 7,
  archived: 8,
} as const

const BEGINNING: Record<
  RecordKind,
  { status_id: number; severity_tid: number; incident_type: string | null }
> = {
  incident: { status_id: STATUS.inProgress, severity_tid: SEVERITY.underInvestigation, incident_type: null },
  maintenance: { status_id: STATUS.scheduled, severity_tid: SEVERITY.informational, incident_type: null },
  advisory: {
    status_id: STATUS.monitoring,
    severity_tid: SEVERITY.securityAdvisory,
    incident_type: 'advisory',
  },
  notification: { status_id: STATUS.scheduled, severity_tid: SEVERITY.informational, incident_type: null },
}

/** Lists are created each time, because contents must not share them. */
const EMPTY: { [Holding in keyof Omit<FieldValues, 'kind' | 'number'>]: () => FieldValues[Holding] } = {
  'notification type': () => null,
  text: () => '',
  'optional text': () => null,
  time: () => null,
  numbers: () => [],
  'place states': () => [],
  tags: () => [],
  'CVE ids': () => [],
  score: () => null,
  minutes: () => [],
  choice: () => true,
  people: () => null,
}

type EmptyFields = Omit<RecordContent, 'kind' | 'status_id' | 'severity_tid' | 'advisory' | 'internal'>

export function emptyContent({
  kind,
  notificationType = null,
}: {
  kind: RecordKind
  notificationType?: NotificationType | null
}): RecordContent {
  const fields = fieldNames(RECORD_FIELDS).flatMap((name) => {
    const { holds } = RECORD_FIELDS[name]
    return holds === 'kind' || holds === 'number' ? [] : [[name, EMPTY[holds]()]]
  })
  const internal = fieldNames(INTERNAL_FIELDS).map((name) => [name, null])
  return {
    kind,
    ...(Object.fromEntries(fields) as EmptyFields),
    notification_type: kind === 'notification' ? notificationType : null,
    ...BEGINNING[kind],
    advisory: null,
    internal: Object.fromEntries(internal) as RecordContent['internal'],
  }
}
