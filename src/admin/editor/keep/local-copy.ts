import type { RecordContent } from '../../../contract/admin/record-content.ts'
import { changedFields } from '../../../domain/newsroom/changed-fields.ts'
import { forget, readStored, store } from '../../../ui/parts/device-storage.ts'

export interface LocalCopy {
  id: number | undefined
  /** The version it is based on. */
  version: number | undefined
  base: RecordContent
  content: RecordContent
  /** ISO 8601 */
  at: string
}

/** False if the browser's storage is full or disabled. */
export function holdLocalCopy(copy: LocalCopy): boolean {
  const name = nameOf(copy.id, copy.content.kind)
  const text = JSON.stringify(copy)
  store(name, text)
  return readStored(name) === text
}

export function dropLocalCopy(id: number | undefined, kind: RecordContent['kind']) {
  forget(nameOf(id, kind))
}

export function localCopyOf(
  id: number | undefined,
  kind: RecordContent['kind'],
  /** The content on the server. */
  known: RecordContent,
): LocalCopy | undefined {
  const text = readStored(nameOf(id, kind))
  if (text === undefined) return undefined
  try {
    const copy = JSON.parse(text) as LocalCopy
    // From an older release, or not ours.
    if (copy.content.kind !== kind || Object.keys(known).some((field) => !(field in copy.content))) {
      return undefined
    }
    return changedFields(known, copy.content).length === 0 ? undefined : copy
  } catch {
    return undefined
  }
}

/** There is one copy per kind for new records. */
function nameOf(id: number | undefined, kind: RecordContent['kind']) {
  return `candor-draft-${id ?? `new-${kind}`}`
}
