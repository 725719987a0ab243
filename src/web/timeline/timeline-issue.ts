export type IssueHere = Pick<TimelineIssue, 'severityTid' | 'from' | 'to'>

export interface TimelineIssue {
  id: number
  title: string
  summary: string
  severityTid: number
  from: string
  to: string | null
  updated_on: string
  /** `latest` and `nextUpdate` are only set while it is open. */
  latest?: string
  nextUpdate?: string
}
