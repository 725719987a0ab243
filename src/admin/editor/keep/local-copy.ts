import type { RecordContent } from '../../../contract/admin/record-content.ts'
import { changedFields } from '../../../domain/newsroom/changed-fields.ts'
import { forget, readStored, store } from '../../../ui/parts/device-storage.ts'

export interface LocalCopy {
  id: number | undefined
  version: number | undefined
  base: RecordContent
  content: RecordContent
  /** ISO 8601 */
  at: string
}

interface CopyOf {
  uid: number
  id: number | undefined
  kind: RecordContent['kind']
}

export function holdLocalCopy(uid: number, copy: LocalCopy): boolean {
  const name = storageName({ uid, id: copy.id, kind: copy.content.kind })
  const text = JSON.stringify(copy)
  store(name, text)
  return readStored(name) === text
}

export function dropLocalCopy(of: CopyOf) {
  forget(storageName(of))
  forget(oldStorageName(of))
}

export function localCopyOf({ kind, ...of }: CopyOf, known: RecordContent): LocalCopy | undefined {
  const text = readStored(storageName({ kind, ...of })) ?? readStored(oldStorageName({ kind, ...of }))
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

/** There is one copy per kind for new records. Words under embargo are not offered to the next person at this device. */
function storageName({ uid, id, kind }: CopyOf) {
  return `candor-draft-${uid}-${id ?? `new-${kind}`}`
}

/**
 * Earlier releases stored one copy for everyone at this device. It is offered until someone restores or
 * discards it.
 */
function oldStorageName({ id, kind }: CopyOf) {
  return `candor-draft-${id ?? `new-${kind}`}`
}
