import type { CalledSite } from './call-site.ts'
import type { ExitCode } from './exit-code.ts'

interface Option {
  type: 'string' | 'boolean'
  /** May be given more than once. */
  multiple?: true
  short?: string
  /** What stands for its value in the help. */
  value?: string
  words: string
}
export type Options = Readonly<Record<string, Option>>

/** What was given, by the names of the options. */
export type Given = Readonly<Record<string, string | boolean | string[] | undefined>>

export interface CommandInput {
  site: CalledSite
  given: Given
  /** What follows the name of the command. */
  rest: readonly string[]
  /** For whoever reads; with --json nothing of it is printed. */
  say: (line: string) => void
  /** The answer, for programs: printed with --json. */
  answer: (value: unknown) => void
}

/** A command is a file in `commands/` and a line in `commands.ts`. */
export interface Command {
  /** As it is typed: one word or two. */
  name: string
  /** What follows it, for the help: `<id>`. */
  takes?: string
  summary: string
  /** Longer, for its own help. */
  words?: string
  options: Options
  examples: readonly string[]
  run(input: CommandInput): Promise<ExitCode>
}
