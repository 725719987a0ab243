import { createContext, useContext } from 'react'
import type { Choices } from '../../contract/admin/choices.ts'
import type { RecordContent } from '../../contract/admin/record-content.ts'
import type { ContentField } from '../../domain/newsroom/record-content.ts'
import type { DraftKeeper } from './keep/draft-keeper.ts'
import type { DraftState } from './keep/draft-state.ts'
import type { EditorColleagues } from './use-colleagues.ts'

export interface RecordEditing {
  keeper: DraftKeeper
  draft: DraftState
  content: RecordContent
  choices: Choices
  change: (patch: Partial<RecordContent>) => void
  isReadOnly: boolean
  colleagues: EditorColleagues
  idOf: (field: ContentField) => string
  errorOf: (field: ContentField) => string | undefined
  setUnreadable: (field: ContentField, isUnreadable: boolean) => void
}

export const EditingContext = createContext<RecordEditing | undefined>(undefined)

export function useEditing(): RecordEditing {
  const editing = useContext(EditingContext)
  if (editing === undefined) throw new Error('useEditing needs a record editor around it.')
  return editing
}
