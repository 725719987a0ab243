import { useRevalidator, useRouteError } from 'react-router'
import { GlobalLoadFailed } from '../global-load-failed.ts'
import { CrashedPage } from './crashed-page.tsx'
import { GlobalFailed } from './global-failed.tsx'

/** G-20: a failed global load clears the whole shell; a Retry that succeeds brings it back. */
export function FailedRoot() {
  const error = useRouteError()
  const { revalidate } = useRevalidator()
  if (error instanceof GlobalLoadFailed) return <GlobalFailed onRetry={() => void revalidate()} />
  return <CrashedPage />
}
