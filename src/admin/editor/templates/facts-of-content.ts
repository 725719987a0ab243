import type { Choices } from '../../../contract/admin/choices.ts'
import type { RecordContent } from '../../../contract/admin/record-content.ts'
import {
  fillPlaceholders,
  knownPlaceholders,
  type PlaceholderFacts,
} from '../../../domain/newsroom/placeholders.ts'
import { type FieldsWith, fieldsWith, type RecordFieldName } from '../../../domain/record-fields.ts'

export function factsOfContent(
  content: Pick<RecordContent, 'clouds' | 'services' | 'data_centers' | 'from_time' | 'to_time'>,
  { choices, provider, now }: { choices: Choices; provider: string; now: Date },
): PlaceholderFacts {
  const services = choices.service_categories.flatMap((category) => category.services)
  const centers = choices.regions.flatMap((region) => region.data_centers)
  const named = (things: readonly { tid: number; name: string }[], tids: readonly number[]) =>
    things.filter(({ tid }) => tids.includes(tid)).map(({ name }) => name)
  return {
    clouds: choices.clouds.filter(({ id }) => content.clouds.includes(id)).map(({ title }) => title),
    services: named(services, content.services),
    dataCenters: named(centers, content.data_centers),
    start: content.from_time === null ? null : new Date(content.from_time),
    end: content.to_time === null ? null : new Date(content.to_time),
    now,
    provider,
  }
}

type TextFieldName = FieldsWith<{ holds: 'text' | 'optional text' }>

export const TEXT_FIELDS: readonly TextFieldName[] = [
  ...fieldsWith({ holds: 'text' }),
  ...fieldsWith({ holds: 'optional text' }),
]

export function isTextField(field: RecordFieldName): field is TextFieldName {
  return (TEXT_FIELDS as readonly RecordFieldName[]).includes(field)
}

export function isHtmlField(field: RecordFieldName) {
  return field === 'body'
}

/** Undefined if the record has no text with placeholders that it can fill. */
export function filledWithFacts(
  content: RecordContent,
  of: { choices: Choices; provider: string; now: Date },
): Partial<RecordContent> | undefined {
  const known = knownPlaceholders(factsOfContent(content, of))
  const texts = Object.fromEntries(TEXT_FIELDS.map((field) => [field, content[field]]))
  const filled = fillPlaceholders(texts, known)
  const changed = Object.entries(filled).filter(([field, words]) => words !== texts[field])
  return changed.length === 0 ? undefined : Object.fromEntries(changed)
}
