/** What became of something whose time had come. */
export type DoneByClock =
  | {
      kind: 'done'
      deed: 'published' | 'started' | 'completed' | 'reminded' | 'made' | 'told'
      recordIds: number[]
    }
  /** There was nothing to do any more, or somebody else is at it. */
  | { kind: 'passed' }
  /** A scheduled record that cannot be published is a draft again. */
  | { kind: 'sent-back'; errors: Readonly<Record<string, string>> }
