import { useEffect, useRef, useState } from 'react'
import type { Choices } from '../../../contract/admin/choices.ts'
import type { AdminRecord } from '../../../contract/admin/record-content.ts'
import { formatTime, UTC } from '../../../domain/format-time.ts'
import { fillPlaceholders, knownPlaceholders } from '../../../domain/newsroom/placeholders.ts'
import { callAccount } from '../../../ui/account/call-account.ts'
import { useRoot } from '../../../ui/root-data.ts'
import { factsOfContent } from '../../editor/templates/facts-of-content.ts'
import {
  afterTyping,
  type FilledText,
  filledText,
  refilled,
  wordsOfText,
} from '../../editor/templates/filled-text.ts'
import type { useStoredWords } from './use-stored-words.ts'

export function useFilledUpdate(
  id: number,
  {
    choices,
    stored,
    newEnd = null,
  }: { choices: Choices | undefined; stored: ReturnType<typeof useStoredWords>; newEnd?: string | null },
) {
  const { provider } = useRoot().global
  const record = useRef<AdminRecord>(undefined)
  const text = useRef<FilledText>(undefined)
  const inserted = useRef('')
  const [isInserting, setInserting] = useState(false)
  const newest = useRef(0)

  function facts() {
    const end = newEnd === null ? undefined : formatTime(new Date(newEnd), UTC)
    const known =
      record.current === undefined || choices === undefined
        ? {}
        : knownPlaceholders(
            factsOfContent(record.current.content, { choices, provider: provider.name, now: new Date() }),
          )
    return { ...known, ...(end !== undefined && { end, new_end: end }) }
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: only another end changes what the text says.
  useEffect(() => {
    const isUntouched = stored.words === inserted.current
    // Words of an earlier visit may still have open placeholders.
    const known = text.current ?? filledText(stored.words, { facts: {}, isHtml: true })
    text.current = refilled(afterTyping(known, stored.words), { facts: facts(), isHtml: true })
    const words = wordsOfText(text.current)
    if (words === stored.words) return
    stored.write(words)
    if (isUntouched) inserted.current = words
  }, [newEnd])

  return {
    hasOwnWords: () => stored.isChanged && stored.words !== inserted.current,
    /** Sending waits: otherwise the words before would be published. */
    isInserting,
    async insert(body: string, asked: Readonly<Record<string, string>>) {
      const asking = ++newest.current
      if (record.current === undefined) {
        setInserting(true)
        const called = await callAccount('GET /api/admin/records/:id', { id })
        // Another template was chosen meanwhile.
        if (asking !== newest.current) return
        setInserting(false)
        if (called.kind === 'done') record.current = called.answer.data
      }
      const known = facts()
      const source = fillPlaceholders(
        { body },
        { now: known.now ?? '', provider: provider.name, ...asked },
      ).body
      text.current = filledText(source, { facts: known, isHtml: true })
      inserted.current = wordsOfText(text.current)
      stored.write(inserted.current)
    },
  }
}
