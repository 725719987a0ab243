export type DoneByClock =
  | {
      kind: 'done'
      deed: 'published' | 'started' | 'completed' | 'reminded' | 'reminded-staff' | 'made' | 'told'
      recordIds: number[]
    }
  /** Nothing left to do, or another process is doing it. */
  | { kind: 'passed' }
  /** A scheduled record that can't be published becomes a draft again. */
  | { kind: 'sent-back'; errors: Readonly<Record<string, string>> }
