/** Exit codes. 64, 69 and 77 are from sysexits.h. */
export const EXIT = {
  ok: 0,
  failed: 1,
  /** Only from `status`: something is open. */
  trouble: 2,
  usage: 64,
  unreachable: 69,
  notAllowed: 77,
} as const
export type ExitCode = (typeof EXIT)[keyof typeof EXIT]

export class CliProblem extends Error {
  readonly exit: ExitCode
  readonly details: readonly string[]

  constructor(exit: ExitCode, message: string, details: readonly string[] = []) {
    super(message)
    this.exit = exit
    this.details = details
  }
}
