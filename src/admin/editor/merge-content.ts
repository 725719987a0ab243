import { isSameValue } from '../../domain/newsroom/changed-fields.ts'
import {
  CONTENT_FIELDS,
  type ContentField,
  type RecordContent,
  valueOfField,
  withFieldOf,
} from '../../domain/newsroom/record-content.ts'

export interface MergedContent {
  /** Mine, with what only they changed. Where both changed something, it is mine until somebody chooses. */
  merged: RecordContent
  /** What both changed, and not to the same. */
  conflicts: ContentField[]
}

/** Z-07: two people began with `base`. What one of them changed is taken; what both changed is for a person to choose. */
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
