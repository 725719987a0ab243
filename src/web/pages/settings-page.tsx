import { type ReactNode, useEffect } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { OWN_SETTINGS_PATH, settingsPath, uidOfAddress } from '../../domain/account/settings-address.ts'
import { type User, useUser } from '../../ui/account/use-user.ts'
import { found } from '../page.ts'
import { ownPage } from '../settings/own-page.tsx'
import { OwnPlaceholder } from '../settings/own-placeholder.tsx'
import { NotLoadedPage, SETTINGS, SettingsView } from '../settings/settings-view.tsx'

const OF_BOTH = {
  title: SETTINGS,
  description: 'Your email address, password, time zone, sessions and data.',
  canonicalPath: OWN_SETTINGS_PATH,
}

export const settingsPage = ownPage({
  ...OF_BOTH,
  load: async ({ params: { uid } }) => (uidOfAddress(uid) === undefined ? { kind: 'missing' } : found(null)),
  Content: ({ context: { params } }) => <SettingsView uid={Number(params.uid)} />,
})

export const ownSettingsPage = ownPage({
  ...OF_BOTH,
  Content: () => <WithUser title={SETTINGS}>{({ uid }) => <ToSettings uid={uid} />}</WithUser>,
})

function WithUser({ title, children }: { title: string; children: (user: User) => ReactNode }) {
  const { user, isFailed, reload } = useUser()
  if (user !== undefined) return children(user)
  if (!isFailed) return <OwnPlaceholder title={title} />
  return <NotLoadedPage title={title} message="We couldn’t check who is signed in." onRetry={reload} />
}

function ToSettings({ uid }: { uid: number }) {
  const { hash } = useLocation()
  const navigate = useNavigate()
  useEffect(() => {
    void navigate(settingsPath(uid) + hash, { replace: true })
  }, [uid, hash, navigate])
  return <OwnPlaceholder title={SETTINGS} />
}
