/** An alert as it was last heard of. Times are ISO 8601 in UTC. */
export interface KeptAlert {
  isFiring: boolean
  startsAt: string
  endsAt: string | null
  severityTid: number
  /** The larger, the graver. */
  rank: number
  /** What readers may be told, from its annotations; empty: nothing. */
  words: string
  /** One line for staff: which alert it is. */
  note: string
  /** What it says is broken, by number. */
  clouds: number[]
  services: number[]
  dataCenters: number[]
  /** Readers know of it. */
  isTold: boolean
}

export type KeptAlerts = Readonly<Record<string, KeptAlert>>

/** How a group is told, and what of it was. */
export interface AlertTelling {
  /** False: its incident is a draft, and what becomes of that is for people to say. */
  publishes: boolean
  notifies: boolean
  /** When something was last said. */
  toldAt: string
  /** The gravest that was said so far. */
  toldRank: number
  /** Who ended it, once it is closed: its alerts, or people before them. */
  closedBy: 'alerts' | 'people' | null
  /** When all of it was last over. */
  overUntil: string | null
}

/** What has become of the incident of a group. */
export type Standing =
  /** On the site, and not over. */
  | 'open'
  /** On the site, and over. */
  | 'closed'
  | 'draft'
  /** Taken off the site, or thrown away. */
  | 'gone'

export interface AlertGroup {
  alerts: KeptAlerts
  telling: AlertTelling
  dueAt: Date | null
  closedAt: Date | null
  standing: Standing
}
