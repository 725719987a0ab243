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
  const [record, setRecord] = useState<AdminRecord>()
  const text = useRef<FilledText>(undefined)
  const inserted = useRef('')
  const [isInserting, setInserting] = useState(false)
  const newest = useRef(0)

  function facts() {
    const end = newEnd === null ? undefined : formatTime(new Date(newEnd), UTC)
    const known =
      record === undefined || choices === undefined
        ? {}
        : knownPlaceholders(
            factsOfContent(record.content, { choices, provider: provider.name, now: new Date() }),
          )
    return { ...known, ...(end !== undefined && { end, new_end: end }) }
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: only the record and another end change what the text says.
  useEffect(() => {
    if (record !== undefined) setInserting(false)
    const isUntouched = stored.words === inserted.current
    // Words of an earlier visit may still have open placeholders.
    const known = text.current ?? filledText(stored.words, { facts: {}, isHtml: true })
    text.current = refilled(afterTyping(known, stored.words), { facts: facts(), isHtml: true })
    const words = wordsOfText(text.current)
    if (words === stored.words) return
    stored.write(words)
    if (isUntouched) inserted.current = words
  }, [newEnd, record])

  return {
    hasOwnWords: () => stored.isChanged && stored.words !== inserted.current,
    /** Until the record is loaded, its placeholders are open. */
    isInserting,
    async insert(body: string, asked: Readonly<Record<string, string>>) {
      const asking = ++newest.current
      const source = fillPlaceholders(
        { body },
        { now: formatTime(new Date(), UTC), provider: provider.name, ...asked },
      ).body
      text.current = filledText(source, { facts: facts(), isHtml: true })
      inserted.current = wordsOfText(text.current)
      // Before the record is loaded: later, it could replace what someone has typed by then.
      stored.write(inserted.current)
      if (record !== undefined) return
      setInserting(true)
      const called = await callAccount('GET /api/admin/records/:id', { id })
      // Another template was chosen meanwhile.
      if (asking !== newest.current) return
      // The effect above ends the wait, together with the words that it fills in.
      if (called.kind === 'done') setRecord(called.answer.data)
      else setInserting(false)
    },
  }
}
