import { type TInteger, type TOptional, type TString, Type } from 'typebox'
import type { Edition, SiteCloud } from '../../edition/edition.ts'
import { refused, type ToolOutcome } from './mcp-tool.ts'

const LONGEST_NAME = 200

export const CloudAsked: TOptional<TString> = Type.Optional(
  Type.String({
    maxLength: LONGEST_NAME,
    description: 'A cloud, by its machine_name or its domain. Without it: all clouds.',
  }),
)

export function cloudsAsked({ site }: Edition, asked: string | undefined): SiteCloud[] | ToolOutcome {
  if (asked === undefined) return site.clouds
  const found = site.clouds.filter(({ machine_name, domain }) => machine_name === asked || domain === asked)
  if (found.length > 0) return found
  const names = site.clouds.map(({ machine_name, domain }) => `${machine_name} (${domain})`)
  return refused(`There is no cloud "${asked}". There are: ${names.join(', ')}.`)
}

export const DEFAULT_LIMIT = 10

/** Keeps answers short: readers with a language model pay per word. */
export function limitAsked(most: number, usual = DEFAULT_LIMIT): TOptional<TInteger> {
  return Type.Optional(
    Type.Integer({ minimum: 1, maximum: most, default: usual, description: 'How many at most.' }),
  )
}
