import { useEffect, useRef } from 'react'
import type { RecordContent } from '../../../contract/admin/record-content.ts'
import { isSameValue } from '../../../domain/newsroom/changed-fields.ts'
import { knownPlaceholders } from '../../../domain/newsroom/placeholders.ts'
import { RECORD_FIELDS, type RecordFieldName } from '../../../domain/record-fields.ts'
import { useRoot } from '../../../ui/root-data.ts'
import { showUndo } from '../../parts/show-undo.tsx'
import { useEditing } from '../editor-context.ts'
import { isWorthSaving } from '../keep/draft-state.ts'
import { factsOfContent, isHtmlField, TEXT_FIELDS } from './facts-of-content.ts'
import {
  afterTyping,
  type FactValues,
  type FilledText,
  recognizedText,
  refilled,
  wordsOfText,
} from './filled-text.ts'
import { type Insertion, insertionOf, withoutTyped } from './insertion.ts'
import { type RecordTemplateOf, TemplateChoice, useTemplates } from './template-choice.tsx'

export function RecordTemplate({ first }: { first: number | undefined }) {
  const { content, change, choices, keeper } = useEditing()
  const { provider } = useRoot().global
  const { templates: all } = useTemplates(content.kind, 'record')
  const templates = all?.filter(({ content: { notification_type: type } }) => isFor(type, content))
  const text = useFollowedTexts(templates)

  function insertionFor(template: RecordTemplateOf, asked: Readonly<Record<string, string>>) {
    return insertionOf(template.content, {
      content,
      choices,
      provider: provider.name,
      now: new Date(),
      asked,
      isOwnWords: text.isOwnWords,
    })
  }
  function insert(template: RecordTemplateOf, insertion: Insertion) {
    const before = content
    const hasWords = isWorthSaving(before)
    text.follow(insertion)
    change(insertion.patch)
    if (!hasWords) return
    showUndo(`“${template.name}” was inserted.`, async () => {
      // Keeps what was typed elsewhere meanwhile.
      const fields = Object.keys(insertion.patch) as (keyof RecordContent)[]
      keeper.change(Object.fromEntries(fields.map((field) => [field, before[field]])))
      return undefined
    })
  }
  return (
    <TemplateChoice
      templates={templates}
      first={first}
      typedIn={(template, asked) =>
        insertionFor(template, asked).typed.map((field) => RECORD_FIELDS[field].label)
      }
      onUse={(template, asked, { keepsTyped }) => {
        const insertion = insertionFor(template, asked)
        insert(template, keepsTyped ? withoutTyped(insertion) : insertion)
      }}
    />
  )
}

function isFor(type: RecordContent['notification_type'] | undefined, content: RecordContent) {
  return type === undefined || type === null || type === content.notification_type
}

/** Keeps the texts of templates in step with the facts of the record, and leaves everything that was typed. */
function useFollowedTexts(templates: readonly RecordTemplateOf[] | undefined) {
  const { content, change, choices, isReadOnly } = useEditing()
  const { provider } = useRoot().global
  const facts = knownPlaceholders(
    factsOfContent(content, { choices, provider: provider.name, now: new Date() }),
  )
  const state = useRef<{
    texts: Map<RecordFieldName, FilledText>
    /** As inserted, to tell whether someone has typed since. */
    inserted: Map<RecordFieldName, FilledText>
    values: Partial<RecordContent>
    facts: FactValues
  }>({ texts: new Map(), inserted: new Map(), values: {}, facts })

  useEffect(() => {
    // Texts of a draft that is opened again are recognized by their templates.
    if (templates === undefined || isReadOnly) return
    const { texts, facts: before } = state.current
    const isMoved = FACTS.some((name) => before[name] !== facts[name])
    const patch: Record<string, string> = {}
    for (const field of TEXT_FIELDS) {
      const words = content[field] ?? ''
      if (typeof words !== 'string') continue
      const isHtml = isHtmlField(field)
      const sources = templates.flatMap((template) => template.content[field] ?? [])
      const known = texts.get(field) ?? recognizedText(words, { sources, facts: before, isHtml })
      const next = refilled(known, { facts, isHtml })
      if (wordsOfText(next) === words) {
        texts.set(field, next)
        continue
      }
      const typed = afterTyping(known, words)
      const filled = isMoved ? refilled(typed, { facts, isHtml }) : typed
      texts.set(field, filled)
      if (wordsOfText(filled) !== words) patch[field] = wordsOfText(filled)
    }
    state.current.facts = facts
    if (Object.keys(patch).length > 0) change(patch as Partial<RecordContent>)
  })

  return {
    follow({ texts, patch }: Insertion) {
      state.current.values = { ...state.current.values, ...patch }
      for (const [field, text] of texts) {
        state.current.texts.set(field, text)
        state.current.inserted.set(field, text)
      }
    },
    isOwnWords(field: RecordFieldName) {
      const inserted = state.current.inserted.get(field)
      if (inserted === undefined)
        return !isSameValue(state.current.values[field] ?? null, content[field] ?? null)
      return wordsOfText(refilled(inserted, { facts, isHtml: isHtmlField(field) })) !== content[field]
    },
  }
}

const FACTS = ['clouds', 'services', 'data_centers', 'start', 'end'] as const
