export type SeriesRefusal =
  | { kind: 'no-such-series' }
  | { kind: 'conflict' }
  /** One sentence per field. */
  | { kind: 'wrong'; errors: Readonly<Record<string, string>> }

export type SeriesOutcome = { kind: 'done'; id: number } | SeriesRefusal
