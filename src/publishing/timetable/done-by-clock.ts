export type DoneByClock =
  | {
      kind: 'done'
      deed: 'published' | 'started' | 'completed' | 'reminded' | 'reminded-staff' | 'made' | 'told'
      recordIds: number[]
    }
  /** Nothing is left to do, or another process is doing it. */
  | { kind: 'passed' }
  | { kind: 'sent-back'; errors: Readonly<Record<string, string>> }
