import type { Selectable } from 'kysely'
import type { Records } from '../db/database.ts'
import type { AdvisoryFacts } from '../domain/csaf/advisory-facts.ts'
import type { DemoMinute } from './demo-time.ts'

/** Fixed numbers from the specification and the first migration. */
export const SEVERITY_TID = {
  'Service Disruption': 20,
  'Service Degradation': 19,
  'Under Investigation': 17,
  'Security Advisory': 641,
  Informational: 1356,
  'No Service Impact': 1361,
} as const

export const STATUS_ID = {
  Scheduled: 1,
  'In Progress': 2,
  Monitoring: 3,
  Completed: 4,
  Resolved: 5,
  Remediated: 6,
  Postponed: 7,
  Archived: 8,
} as const

export type SeverityName = keyof typeof SEVERITY_TID
export type StatusName = keyof typeof STATUS_ID
type RecordRow = Selectable<Records>

export interface DemoRecord {
  kind: RecordRow['kind']
  notificationType: RecordRow['notification_type']
  type: RecordRow['type']
  incidentType: string | null
  eventType: RecordRow['event_type']
  severity: SeverityName
  status: StatusName
  state: RecordRow['state']
  title: string
  summary: string
  body: string
  tags: readonly string[]
  clusters: readonly string[]
  createdAt: DemoMinute
  publishAt: DemoMinute | null
  postedOn: DemoMinute | null
  updatedOn: DemoMinute
  /** Set if it was withdrawn, at the time of its last change. */
  withdrawnReason: string | null
  closedOn: DemoMinute | null
  from: DemoMinute | null
  to: DemoMinute | null
  actualFrom: DemoMinute | null
  actualTo: DemoMinute | null
  nextUpdate: DemoMinute | null
  author: string | null
  createdBy: string | null
  updatedBy: string | null
  resolvedBy: string | null
  customerImpact: string | null
  workaround: string | null
  howFound: string | null
  redirect: string | null
  cveIds: readonly string[]
  cvssScore: number | null
  cvssVector: string | null
  /** Accounts that may read it under embargo. Null: no embargo. */
  embargo: number[] | null
  advisory: AdvisoryFacts | null
  cloudIds: readonly number[]
  serviceTids: readonly number[]
  dataCenterTids: readonly number[]
  termTids: readonly number[]
  updates: readonly DemoUpdate[]
  internals: DemoInternals | null
}

export interface DemoUpdate {
  postedOn: DemoMinute
  status: StatusName
  /** Set if the update changed the severity. */
  severity: SeverityName | null
  body: string
  createdBy: string
}

export interface DemoInternals {
  note: string | null
  chat: string | null
  ticket: string | null
  crm: string | null
  severity: string | null
}

type Required =
  | 'kind'
  | 'eventType'
  | 'severity'
  | 'status'
  | 'title'
  | 'summary'
  | 'body'
  | 'createdAt'
  | 'updatedOn'

export function demoRecord(particulars: Pick<DemoRecord, Required> & Partial<DemoRecord>): DemoRecord {
  return {
    notificationType: null,
    type: null,
    incidentType: null,
    state: 'published',
    tags: [],
    clusters: [],
    publishAt: null,
    postedOn: null,
    withdrawnReason: null,
    closedOn: null,
    from: null,
    to: null,
    actualFrom: null,
    actualTo: null,
    nextUpdate: null,
    author: null,
    createdBy: null,
    updatedBy: null,
    resolvedBy: null,
    customerImpact: null,
    workaround: null,
    howFound: null,
    redirect: null,
    cveIds: [],
    cvssScore: null,
    cvssVector: null,
    embargo: null,
    advisory: null,
    cloudIds: [],
    serviceTids: [],
    dataCenterTids: [],
    termTids: [],
    updates: [],
    internals: null,
    ...particulars,
  }
}
