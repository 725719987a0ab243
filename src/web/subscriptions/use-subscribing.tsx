import { useNavigate } from 'react-router'
import { signInNoticeText } from '../../domain/account/sign-in-address.ts'
import { SUBSCRIPTION_TOAST_MS } from '../../domain/constants.ts'
import { defaultPath } from '../../domain/menu.ts'
import { currentSession } from '../../ui/account/session.ts'
import { useRoot } from '../../ui/root-data.ts'
import { showToast } from '../../ui/toast/toast.ts'
import { SignInLink } from '../account/sign-in-link.tsx'
import { useSelectedCloud } from '../shell/selected-cloud.tsx'
import { type Change, doneText, notDoneText } from './change.ts'
import type { ChoiceStore } from './choice-store.ts'

export type Subscribing = (change: Change) => Promise<void>

export function useSubscribing(store: Pick<ChoiceStore<unknown>, 'change'>): Subscribing {
  const goHome = useGoHome()
  return async (change) => {
    const answer = await store.change(change)
    if (answer.kind === 'done') {
      showToast(doneText(change), { shownMs: SUBSCRIPTION_TOAST_MS })
    } else if (answer.status !== 401) {
      showToast(notDoneText(change, answer.message), { isProblem: true })
    } else if (currentSession().kind === 'signed-out') {
      await goHome()
    }
  }
}

/** U-08: the session has ended. */
function useGoHome() {
  const navigate = useNavigate()
  const { provider } = useRoot().global
  const { cloud } = useSelectedCloud()
  return async () => {
    showToast(signInNoticeText('session-ended', provider.name), {
      stays: true,
      action: (dismiss) => <SignInLink onClick={dismiss} />,
    })
    await navigate(cloud === undefined ? '/' : defaultPath(cloud))
  }
}
