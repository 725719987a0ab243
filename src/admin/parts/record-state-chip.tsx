import type { RecordRow } from '../../contract/admin/records.ts'
import { Chip } from './chip.tsx'
import { recordStateWords } from './record-words.ts'

/** Whether readers see a record: draft, scheduled, published, changed, unpublished. */
export function RecordStateChip({ record }: { record: Pick<RecordRow, 'state' | 'has_draft'> }) {
  const { word, tone } = recordStateWords(record)
  return <Chip tone={tone}>{word}</Chip>
}
