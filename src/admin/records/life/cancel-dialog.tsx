import type { LifeDialogProps } from './life-record.ts'
import { PlainStepDialog } from './plain-step-dialog.tsx'

/** A maintenance does not take place. */
export function CancelDialog(props: LifeDialogProps) {
  return <PlainStepDialog {...props} kind="cancel" />
}
