/** What the shell is told. 64, 69 and 77 are those of sysexits.h. */
export const EXIT = {
  ok: 0,
  /** Refused, or something went wrong. */
  failed: 1,
  /** Of `status` alone: something is open. */
  trouble: 2,
  usage: 64,
  unreachable: 69,
  notAllowed: 77,
} as const
export type ExitCode = (typeof EXIT)[keyof typeof EXIT]

/** Ends the command with a sentence for people. */
export class CliProblem extends Error {
  readonly exit: ExitCode
  /** More to say, line by line. */
  readonly details: readonly string[]

  constructor(exit: ExitCode, message: string, details: readonly string[] = []) {
    super(message)
    this.exit = exit
    this.details = details
  }
}
