import type { Choices } from '../../../contract/admin/choices.ts'
import type { RecordContent } from '../../../contract/admin/record-content.ts'
import type { RecordTemplateContent } from '../../../contract/admin/templates.ts'
import { isSameValue } from '../../../domain/newsroom/changed-fields.ts'
import { emptyContent } from '../../../domain/newsroom/empty-content.ts'
import { fillPlaceholders, knownPlaceholders } from '../../../domain/newsroom/placeholders.ts'
import type { ContentValue } from '../../../domain/newsroom/record-content.ts'
import type { RecordFieldName } from '../../../domain/record-fields.ts'
import { cloudsAtFirst } from '../keep/clouds-at-first.ts'
import { factsOfContent, isHtmlField, isTextField } from './facts-of-content.ts'
import { type FilledText, filledText, wordsOfText } from './filled-text.ts'

export interface Insertion {
  patch: Partial<RecordContent>
  texts: ReadonlyMap<RecordFieldName, FilledText>
  /** Fields that the author filled in and that it would replace. */
  typed: RecordFieldName[]
}

export function insertionOf(
  template: RecordTemplateContent,
  {
    content,
    choices,
    provider,
    now,
    asked,
    isOwnWords,
  }: {
    content: RecordContent
    choices: Choices
    provider: string
    now: Date
    asked: Readonly<Record<string, string>>
    /** False for the untouched text of another template, which may be replaced. */
    isOwnWords: (field: RecordFieldName) => boolean
  },
): Insertion {
  const { notification_type: _type, internal: _internal, advisory: _advisory, ...own } = template
  const fields = { ...own, ...placesOf(template, { content, choices }) }
  const begun = { ...content, ...fields }
  const facts = knownPlaceholders(factsOfContent(begun, { choices, provider, now }))
  const { now: time = '', provider: name = '' } = facts
  const written = fillPlaceholders(fields, { now: time, provider: name, ...asked })
  const texts = new Map<RecordFieldName, FilledText>()
  const patch: Record<string, unknown> = {}
  for (const [field, value] of Object.entries(written) as [RecordFieldName, ContentValue][]) {
    const isText = typeof value === 'string' && isTextField(field)
    if (isText) texts.set(field, filledText(value, { facts, isHtml: isHtmlField(field) }))
    patch[field] = isText ? wordsOfText(texts.get(field) ?? []) : value
  }
  const beginning = { ...emptyContent({ kind: content.kind }), clouds: cloudsAtFirst(choices) }
  const typed = (Object.keys(patch) as RecordFieldName[]).filter((field) => {
    const current = content[field] ?? null
    const isUntouched = isSameValue(current, beginning[field] ?? null) || isEmpty(current)
    return !isUntouched && !isSameValue(current, patch[field] as ContentValue) && isOwnWords(field)
  })
  return {
    patch: { ...patch, ...notesOf(template, content) } as Partial<RecordContent>,
    texts,
    typed,
  }
}

/** Clouds and services belong together. */
export function withoutTyped({ patch, texts, typed }: Insertion): Insertion {
  const arePlacesTyped = typed.includes('clouds') || typed.includes('services')
  const kept: string[] = arePlacesTyped ? [...typed, 'clouds', 'services'] : typed
  return {
    patch: Object.fromEntries(Object.entries(patch).filter(([field]) => !kept.includes(field))),
    texts: new Map([...texts].filter(([field]) => !kept.includes(field))),
    typed: [],
  }
}

function placesOf(
  { clouds, services, data_centers }: RecordTemplateContent,
  { content, choices }: { content: RecordContent; choices: Choices },
): Partial<Pick<RecordContent, 'clouds' | 'services' | 'data_centers'>> {
  const cloudOf = new Map(
    choices.service_categories.flatMap((category) =>
      category.services.flatMap(({ tid, is_retired }) =>
        is_retired ? [] : [[tid, category.cloud_id] as const],
      ),
    ),
  )
  const offered = (services ?? []).filter((tid) => cloudOf.has(tid))
  const wanted = clouds ?? content.clouds
  const isOffered = (id: number) => choices.clouds.some((cloud) => cloud.id === id && !cloud.is_retired)
  const needed = [...new Set([...wanted, ...offered.map((tid) => cloudOf.get(tid) as number)])].filter(
    isOffered,
  )
  const centers = choices.regions.flatMap((region) => region.data_centers)
  return {
    ...((clouds !== undefined || offered.length > 0) && { clouds: needed }),
    ...(services !== undefined && { services: offered }),
    ...(data_centers !== undefined && {
      data_centers: data_centers.filter((tid) => centers.some((one) => one.tid === tid && !one.is_retired)),
    }),
  }
}

/** Notes of the author are never replaced. */
function notesOf(
  { internal, advisory }: RecordTemplateContent,
  content: RecordContent,
): Partial<RecordContent> {
  const own = Object.entries(content.internal).filter(([, value]) => value !== null && value !== '')
  return {
    ...(internal !== undefined && {
      internal: { ...content.internal, ...internal, ...Object.fromEntries(own) },
    }),
    ...(advisory && !content.advisory && { advisory }),
  }
}

function isEmpty(value: ContentValue) {
  return value === null || value === '' || (Array.isArray(value) && value.length === 0)
}
