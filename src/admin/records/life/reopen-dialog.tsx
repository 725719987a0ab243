import type { LifeDialogProps } from './life-record.ts'
import { PlainStepDialog } from './plain-step-dialog.tsx'

/** It is not over after all. */
export function ReopenDialog(props: LifeDialogProps) {
  return <PlainStepDialog {...props} kind="reopen" />
}
