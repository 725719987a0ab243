import type { RecordContent } from '../../../contract/admin/record-content.ts'
import { changedFields } from '../../../domain/newsroom/changed-fields.ts'
import { forget, readStored, store } from '../../../ui/parts/device-storage.ts'

/** What was typed and is not on the server yet, as a browser holds it. */
export interface LocalCopy {
  id: number | undefined
  /** What it is based on. */
  version: number | undefined
  base: RecordContent
  content: RecordContent
  /** ISO 8601 */
  at: string
}

/** Whether the browser took it: its storage may be full or switched off. */
export function holdLocalCopy(copy: LocalCopy): boolean {
  const name = nameOf(copy.id, copy.content.kind)
  const text = JSON.stringify(copy)
  store(name, text)
  return readStored(name) === text
}

export function dropLocalCopy(id: number | undefined, kind: RecordContent['kind']) {
  forget(nameOf(id, kind))
}

/** What this browser has that the server has not. */
export function localCopyOf(
  id: number | undefined,
  kind: RecordContent['kind'],
  /** As the server has it. */
  known: RecordContent,
): LocalCopy | undefined {
  const text = readStored(nameOf(id, kind))
  if (text === undefined) return undefined
  try {
    const copy = JSON.parse(text) as LocalCopy
    // Of an older version of the site, or not ours.
    if (copy.content.kind !== kind || Object.keys(known).some((field) => !(field in copy.content))) {
      return undefined
    }
    return changedFields(known, copy.content).length === 0 ? undefined : copy
  } catch {
    return undefined
  }
}

/** Of records that do not exist yet, one of each kind. */
function nameOf(id: number | undefined, kind: RecordContent['kind']) {
  return `candor-draft-${id ?? `new-${kind}`}`
}
