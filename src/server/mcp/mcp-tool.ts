import { type Static, type TInteger, type TObject, type TOptional, type TString, Type } from 'typebox'
import { Compile } from 'typebox/compile'
import type { ReadAnswer } from '../../contract/public-reads.ts'
import type { AnswerOutcome } from '../../edition/answers/answer-outcome.ts'
import type { Edition, SiteCloud } from '../../edition/edition.ts'

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
      return refusal(`"${field}" ${first?.message ?? 'is not valid'}.`)
    },
  }
}

export function found(content: Record<string, unknown>): ToolOutcome {
  return { kind: 'found', content }
}

export function refusal(message: string): ToolOutcome {
  return { kind: 'refused', message }
}

const LONGEST_NAME = 200

export const CloudAsked: TOptional<TString> = Type.Optional(
  Type.String({
    maxLength: LONGEST_NAME,
    description: 'A cloud, by its machine_name or its domain. Default: all clouds.',
  }),
)

export function cloudsAsked({ site }: Edition, asked: string | undefined): SiteCloud[] | ToolOutcome {
  if (asked === undefined) return site.clouds
  const found = site.clouds.filter(({ machine_name, domain }) => machine_name === asked || domain === asked)
  if (found.length > 0) return found
  const names = site.clouds.map(({ machine_name, domain }) => `${machine_name} (${domain})`)
  return refusal(`There is no cloud "${asked}". There are: ${names.join(', ')}.`)
}

export const DEFAULT_LIMIT = 10

/** Keeps answers short: readers with a language model pay per word. */
export function limitAsked(most: number, usual = DEFAULT_LIMIT): TOptional<TInteger> {
  return Type.Optional(
    Type.Integer({ minimum: 1, maximum: most, default: usual, description: 'Maximum number of results.' }),
  )
}
