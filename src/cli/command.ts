import type { CalledSite } from './call-site.ts'
import type { ExitCode } from './exit-code.ts'

interface Option {
  type: 'string' | 'boolean'
  multiple?: true
  short?: string
  /** Placeholder for its value in the help. */
  value?: string
  words: string
}
export type Options = Readonly<Record<string, Option>>

export type Given = Readonly<Record<string, string | boolean | string[] | undefined>>

export interface CommandInput {
  site: CalledSite
  given: Given
  rest: readonly string[]
  /** For people; not printed with --json. */
  say: (line: string) => void
  /** For programs; printed with --json. */
  answer: (value: unknown) => void
}

export interface Command {
  name: string
  /** Its argument, for the help: `<id>`. */
  takes?: string
  summary: string
  words?: string
  options: Options
  examples: readonly string[]
  run(input: CommandInput): Promise<ExitCode>
}
