import { isSameValue } from '../../domain/newsroom/changed-fields.ts'
import {
  CONTENT_FIELDS,
  type ContentField,
  type RecordContent,
  valueOfField,
  withFieldOf,
} from '../../domain/newsroom/record-content.ts'

export interface MergedContent {
  /** My content plus their changes. Fields changed by both stay mine until the conflict is resolved. */
  merged: RecordContent
  conflicts: ContentField[]
}

/** Z-07 */
export function mergeContent({
  base,
  mine,
  theirs,
}: {
  base: RecordContent
  mine: RecordContent
  theirs: RecordContent
}): MergedContent {
  const same = (a: RecordContent, b: RecordContent, field: ContentField) =>
    isSameValue(valueOfField(a, field), valueOfField(b, field))
  const changedByThem = CONTENT_FIELDS.filter((field) => !same(base, theirs, field))
  const conflicts = changedByThem.filter((field) => !same(base, mine, field) && !same(mine, theirs, field))
  const merged = changedByThem
    .filter((field) => same(base, mine, field))
    .reduce((content, field) => withFieldOf(content, field, theirs), mine)
  return { merged, conflicts }
}
