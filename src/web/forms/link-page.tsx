import type { ReactNode } from 'react'
import type { FormPath } from '../../domain/account/account-pages.ts'
import { tokenOf } from '../../domain/account/token-of.ts'
import { FormAlert } from '../../ui/forms/form-alert.tsx'
import type { FormState } from '../../ui/forms/use-form.ts'
import type { PageContext } from '../page.ts'
import { AccountForm } from './account-form.tsx'
import { FormPage } from './form-page.tsx'
import { OtherWays } from './other-ways.tsx'
import { useAccountForm } from './use-account-form.ts'

/**
 * Target of an emailed link. Opening it changes nothing, because link scanners open every link; the button does the
 * work.
 */
export function LinkPage({
  context,
  path,
  title,
  lead,
  words,
  busyWords,
  instead,
  fields,
}: {
  context: PageContext
  path: FormPath
  title: string
  lead: ReactNode
  words: string
  busyWords: string
  instead: ReactNode
  fields?: (form: FormState) => ReactNode
}) {
  const form = useAccountForm(path, context)
  const isWhole = tokenOf(context.query) !== undefined
  return (
    <FormPage title={title} lead={lead}>
      {isWhole ? (
        <AccountForm form={form} words={words} busyWords={busyWords}>
          {fields?.(form)}
        </AccountForm>
      ) : (
        <FormAlert problem={{ message: NOT_WHOLE, errors: {} }} />
      )}
      <OtherWays>{instead}</OtherWays>
    </FormPage>
  )
}

const NOT_WHOLE = 'This link is incomplete. Copy the whole address from the email, or ask for a new link.'
