import type { ReactNode } from 'react'
import { type User, useUser } from '../../ui/account/use-user.ts'
import { NotLoadedPage } from './not-loaded-page.tsx'
import { OwnPlaceholder } from './own-placeholder.tsx'

export function WithUser({ title, children }: { title: string; children: (user: User) => ReactNode }) {
  const { user, isFailed, reload } = useUser()
  if (user !== undefined) return children(user)
  if (!isFailed) return <OwnPlaceholder title={title} />
  return <NotLoadedPage title={title} message="We couldn’t check who is signed in." onRetry={reload} />
}
