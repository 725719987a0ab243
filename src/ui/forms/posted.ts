/** What is wrong with what somebody entered: as a whole, and by field. */
export interface Refusal {
  message: string
  errors: Readonly<Record<string, string>>
}

/** A form that came without scripts, and was refused: its page is shown again as it was left. */
export interface Posted extends Refusal {
  /** By field; never a password. */
  values: Readonly<Record<string, string>>
  status: number
}
