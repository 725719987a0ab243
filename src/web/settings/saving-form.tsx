import type { ReactNode } from 'react'
import { AccountForm } from '../forms/account-form.tsx'
import styles from './said.module.css'
import { Said } from './said.tsx'
import type { useSavingForm } from './use-saving-form.ts'

export function SavingForm({
  saving: { form, said },
  label,
  words,
  children,
}: {
  saving: ReturnType<typeof useSavingForm>
  label: string
  words: string
  children: ReactNode
}) {
  return (
    <div className={styles.saving}>
      <AccountForm form={form} label={label} words={words} busyWords="Saving…">
        {children}
      </AccountForm>
      <Said words={said} />
    </div>
  )
}
