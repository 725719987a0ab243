import { useForm } from '../../ui/forms/use-form.ts'
import { useLeave } from '../account/use-leave.ts'
import { AccountForm } from '../forms/account-form.tsx'
import { FormPage } from '../forms/form-page.tsx'
import type { PageContext } from '../page.ts'
import { accountPage } from '../shell/account-page.tsx'

/** for browsers without scripts, which have no user menu. */
export const signOutPage = accountPage({
  title: 'Sign Out',
  description: () => 'End your session in this browser.',
  Content: SignOut,
})

function SignOut({ context }: { context: PageContext }) {
  const leave = useLeave()
  const form = useForm({
    posted: context.posted,
    async send() {
      await leave()
      return undefined
    },
  })
  return (
    <FormPage
      title="Sign Out"
      lead="This ends your session in this browser. You stay signed in on other devices."
    >
      <AccountForm form={form} words="Sign Out" busyWords="Signing out…" />
    </FormPage>
  )
}
