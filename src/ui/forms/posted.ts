export interface Refusal {
  message: string
  errors: Readonly<Record<string, string>>
}

/** A form sent without scripts and refused: its page is shown again with its values. */
export interface Posted extends Refusal {
  /** By field; never a password. */
  values: Readonly<Record<string, string>>
  status: number
}
