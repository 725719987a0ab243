/** An issue as the timeline tells it, once, however many rows it lies on. The whole text stays on the server. */
export interface IssueTold {
  id: number
  title: string
  summary: string
  severityTid: number
  from: string
  to: string | null
  updated_on: string
  /** While it is open: the newest words about it, and when the next are promised. */
  latest?: string
  nextUpdate?: string
}
