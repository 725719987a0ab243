import type { LifeDialogProps } from './life-record.ts'
import { PlainStepDialog } from './plain-step-dialog.tsx'

/** A maintenance begins now, whatever was planned. */
export function StartDialog(props: LifeDialogProps) {
  return <PlainStepDialog {...props} kind="start" />
}
