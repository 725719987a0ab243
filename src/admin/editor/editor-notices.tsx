import { useEffect, useState } from 'react'
import { useEditing } from './editor-context.ts'
import { dropLocalCopy, type LocalCopy } from './keep/local-copy.ts'
import { MergeDialog } from './merge/merge-dialog.tsx'
import { ConflictNotice, GoneNotice, RestoreNotice, WithdrawnNotice } from './notices.tsx'

export function EditorNotices({ copy, onDecided }: { copy: LocalCopy | undefined; onDecided: () => void }) {
  const { keeper, kept, content, idOf } = useEditing()
  const [isMerging, setMerging] = useState(false)
  const hasConflict = kept.theirs !== undefined
  useEffect(() => setMerging(hasConflict), [hasConflict])

  function decided() {
    onDecided()
    // The form is editable from the next frame on.
    requestAnimationFrame(() => document.getElementById(idOf('title'))?.focus())
  }
  return (
    <>
      {copy !== undefined && (
        <RestoreNotice
          copy={copy}
          onRestore={() => {
            keeper.restore(copy)
            decided()
          }}
          onDiscard={() => {
            dropLocalCopy(copy.id, content.kind)
            decided()
          }}
        />
      )}
      <WithdrawnNotice />
      <GoneNotice />
      <ConflictNotice onLook={() => setMerging(true)} />
      {isMerging && hasConflict && <MergeDialog onClose={() => setMerging(false)} />}
    </>
  )
}
