/** Why nothing was done to a template. */
export type TemplateRefusal =
  | { kind: 'no-such-template' }
  | { kind: 'not-allowed' }
  /** Somebody else saved since. */
  | { kind: 'conflict' }
  /** A sentence by field. */
  | { kind: 'wrong'; errors: Readonly<Record<string, string>> }

export type TemplateOutcome = { kind: 'done'; id: number } | TemplateRefusal
