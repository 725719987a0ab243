/** Times are ISO 8601 in UTC. */
export interface KeptAlert {
  isFiring: boolean
  startsAt: string
  endsAt: string | null
  severityTid: number
  /** Higher is more severe. */
  rank: number
  /** Text for readers, from its annotations; may be empty. */
  words: string
  note: string
  clouds: number[]
  services: number[]
  dataCenters: number[]
  /** It names a place that the site doesn't know. Without any other, that doesn't mean the whole cloud. */
  isPlaceUnknown?: boolean
  isTold: boolean
}

export type KeptAlerts = Readonly<Record<string, KeptAlert>>

export interface AlertPublishing {
  /** False: its incident is a draft, and staff decide about it. */
  publishes: boolean
  notifies: boolean
  toldAt: string
  toldRank: number
  /**
   * The highest severity rank on the page so far: a higher severity appears there before an update mentions
   * it. Absent: as `toldRank`.
   */
  shownRank?: number
  closedBy: 'alerts' | 'people' | null
  overUntil: string | null
}

export type AlertIncidentState = 'open' | 'closed' | 'draft' | 'gone'

export interface AlertGroup {
  alerts: KeptAlerts
  telling: AlertPublishing
  dueAt: Date | null
  closedAt: Date | null
  incidentState: AlertIncidentState
}
