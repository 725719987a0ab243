/** Why nothing was done to a series. */
export type SeriesRefusal =
  | { kind: 'no-such-series' }
  /** Somebody else saved since. */
  | { kind: 'conflict' }
  /** A sentence by field. */
  | { kind: 'wrong'; errors: Readonly<Record<string, string>> }

export type SeriesOutcome = { kind: 'done'; id: number } | SeriesRefusal
