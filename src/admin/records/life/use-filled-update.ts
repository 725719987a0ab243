import { useRef } from 'react'
import type { Choices } from '../../../contract/admin/choices.ts'
import type { AdminRecord } from '../../../contract/admin/record-content.ts'
import { fillPlaceholders, knownPlaceholders } from '../../../domain/newsroom/placeholders.ts'
import { callAccount } from '../../../ui/account/call-account.ts'
import { useRoot } from '../../../ui/root-data.ts'
import { factsOfContent } from '../../editor/templates/facts-of-content.ts'

/** Fills the placeholders of an update template from its record, which is loaded when first needed. */
export function useFilledUpdate(id: number, choices: Choices | undefined) {
  const { provider } = useRoot().global
  const record = useRef<AdminRecord>(undefined)
  return async (body: string, values: Readonly<Record<string, string>>) => {
    if (record.current === undefined) {
      const called = await callAccount('GET /api/admin/records/:id', { id })
      if (called.kind === 'done') record.current = called.answer.data
    }
    const known =
      record.current === undefined || choices === undefined
        ? {}
        : knownPlaceholders(
            factsOfContent(record.current.content, { choices, provider: provider.name, now: new Date() }),
          )
    return fillPlaceholders({ body }, { ...known, ...values }).body
  }
}
