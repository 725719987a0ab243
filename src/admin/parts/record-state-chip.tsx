import type { RecordRow } from '../../contract/admin/records.ts'
import { Chip } from './chip.tsx'
import { recordStateWords } from './record-words.ts'

export function RecordStateChip({
  record,
}: {
  record: Pick<RecordRow, 'state' | 'has_draft'> & Partial<Pick<RecordRow, 'is_waiting'>>
}) {
  const { word, tone } = recordStateWords(record)
  return <Chip tone={tone}>{word}</Chip>
}
