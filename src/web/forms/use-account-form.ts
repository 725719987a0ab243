import { useNavigate } from 'react-router'
import type { FormPath } from '../../domain/account/account-pages.ts'
import { flashText } from '../../domain/account/flash.ts'
import { readableSession } from '../../domain/account/session-cookies.ts'
import { callAccount } from '../../ui/account/call-account.ts'
import { forgetSession, sessionChanged } from '../../ui/account/session.ts'
import { reloadUser } from '../../ui/account/use-user.ts'
import { type FormState, useForm } from '../../ui/forms/use-form.ts'
import { showToast } from '../../ui/toast/toast.ts'
import { noteTakeAlong } from '../mine/take-along.tsx'
import type { PageContext } from '../page.ts'
import { sendAccountForm } from './send-account-form.ts'
import { withHash } from './use-hash.ts'

const CHANGES_USER: readonly FormPath[] = [
  '/user/verify',
  '/user/email/confirm',
  '/unsubscribe',
  '/follow/confirm',
]

const OFFERS_STARS: readonly FormPath[] = ['/sign-in', '/sign-up']

const KEEPS_HASH: readonly FormPath[] = ['/sign-in', '/user/second-step']

/** After sending, the next page replaces this one, with its token or origin, in the history. */
export function useAccountForm(path: FormPath, { posted, query, global }: PageContext): FormState {
  const navigate = useNavigate()
  return useForm({
    posted,
    async send(fields) {
      const sent = await sendAccountForm(path, {
        call: callAccount,
        fields,
        query,
        provider: global.provider,
        session: readableSession(document.cookie),
      })
      if (sent.kind === 'refused') return sent
      if (OFFERS_STARS.includes(path)) noteTakeAlong(fields)
      if (sent.endsSession) forgetSession('asked')
      else sessionChanged()
      if (CHANGES_USER.includes(path)) void reloadUser()
      if (sent.flash !== undefined) showToast(flashText(sent.flash))
      await navigate(KEEPS_HASH.includes(path) ? withHash(sent.to, location.hash) : sent.to, {
        replace: true,
      })
      return undefined
    },
  })
}
