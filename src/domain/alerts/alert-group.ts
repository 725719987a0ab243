/** The last known state of an alert. Times are ISO 8601 in UTC. */
export interface KeptAlert {
  isFiring: boolean
  startsAt: string
  endsAt: string | null
  severityTid: number
  /** Higher is more severe. */
  rank: number
  /** Text for readers, from its annotations; may be empty. */
  words: string
  /** One line for staff that identifies the alert. */
  note: string
  /** Ids of the affected things. */
  clouds: number[]
  services: number[]
  dataCenters: number[]
  /** Whether it was published. */
  isTold: boolean
}

export type KeptAlerts = Readonly<Record<string, KeptAlert>>

export interface AlertPublishing {
  /** False: its incident is a draft, and staff decide about it. */
  publishes: boolean
  notifies: boolean
  /** When something was last published. */
  toldAt: string
  /** The most severe rank that an update told readers so far. */
  toldRank: number
  /** The most severe rank that the page showed so far. Absent: the same. A higher severity is shown before it is told. */
  shownRank?: number
  /** Who closed it: the alerts, or staff before them. */
  closedBy: 'alerts' | 'people' | null
  /** When all alerts were last resolved. */
  overUntil: string | null
}

export type AlertIncidentState =
  /** Published and open. */
  | 'open'
  /** Published and closed. */
  | 'closed'
  | 'draft'
  /** Unpublished or deleted. */
  | 'gone'

export interface AlertGroup {
  alerts: KeptAlerts
  telling: AlertPublishing
  dueAt: Date | null
  closedAt: Date | null
  incidentState: AlertIncidentState
}
