import type { Static, TObject } from 'typebox'
import { Compile } from 'typebox/compile'
import type { ReadAnswer } from '../../contract/public-reads.ts'
import type { AnswerOutcome } from '../../edition/answers/answer-outcome.ts'
import type { Edition } from '../../edition/edition.ts'

/** All that a tool can read: public content. */
export interface ToolView {
  edition: Edition
  now: Date
  publicUrl: string
  lookUp(address: string): AnswerOutcome<ReadAnswer<'/api/ip-lookup'>>
}

export type ToolOutcome =
  | { kind: 'found'; content: Record<string, unknown> }
  | { kind: 'refused'; message: string }

export interface McpTool {
  name: string
  title: string
  description: string
  input: TObject
  call(view: ToolView, given: unknown): ToolOutcome
}

export function mcpTool<Input extends TObject>({
  input,
  run,
  ...words
}: Pick<McpTool, 'name' | 'title' | 'description'> & {
  input: Input
  run(view: ToolView, input: Static<Input>): ToolOutcome
}): McpTool {
  const checked = Compile(input)
  return {
    ...words,
    input,
    call(view, given) {
      if (checked.Check(given)) return run(view, given as Static<Input>)
      const [first] = checked.Errors(given)
      const field = first?.instancePath.slice(1).replaceAll('/', '.') || 'input'
      return refused(`"${field}" ${first?.message ?? 'is not valid'}.`)
    },
  }
}

export function found(content: Record<string, unknown>): ToolOutcome {
  return { kind: 'found', content }
}

export function refused(message: string): ToolOutcome {
  return { kind: 'refused', message }
}
