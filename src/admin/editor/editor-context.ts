import { createContext, useContext } from 'react'
import type { Choices } from '../../contract/admin/choices.ts'
import type { RecordContent } from '../../contract/admin/record-content.ts'
import type { ContentField } from '../../domain/newsroom/record-content.ts'
import type { DraftKeeper } from './keep/draft-keeper.ts'
import type { Kept } from './keep/keeping.ts'

/** What every part of the editor works with. */
export interface RecordEditing {
  keeper: DraftKeeper
  kept: Kept
  content: RecordContent
  choices: Choices
  change: (patch: Partial<RecordContent>) => void
  isReadOnly: boolean
  /** Of the control of a field: whoever says what is wrong leads there. */
  idOf: (field: ContentField) => string
  errorOf: (field: ContentField) => string | undefined
  /** A field that holds something which is no value, such as half a time. */
  setUnreadable: (field: ContentField, isUnreadable: boolean) => void
}

export const EditingContext = createContext<RecordEditing | undefined>(undefined)

export function useEditing(): RecordEditing {
  const editing = useContext(EditingContext)
  if (editing === undefined) throw new Error('Fields stand inside an editor.')
  return editing
}
