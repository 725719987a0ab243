import { Suspense } from 'react'
import { useParams } from 'react-router'
import { ROLES } from '../../domain/access.ts'
import { canEditPart } from '../../domain/site-editing/site-parts.ts'
import { LoadingLines } from '../parts/loading-lines.tsx'
import { ClosedScreen } from '../shell/closed-screen.tsx'
import { MissingScreen } from '../shell/missing-screen.tsx'
import { Screen } from '../shell/screen.tsx'
import { useStaff } from '../shell/staff.ts'
import { SCREENS, sitePartsFor } from './site-parts.ts'

/** Z-04: only parts that the user may edit. */
export function SitePartScreen() {
  const { part: asked } = useParams()
  const { roles } = useStaff()
  const part = sitePartsFor(roles)
    .flatMap(({ parts }) => parts)
    .find(({ name }) => name === asked)
  if (part === undefined) return <NotForThisRole asked={asked} />
  const Part = SCREENS[part.name]
  return (
    <Suspense
      fallback={
        <Screen title={part.title}>
          <LoadingLines lines={8} />
        </Screen>
      }
    >
      <Part key={part.name} />
    </Suspense>
  )
}

/** Z-05: an existing part names the roles that may edit it; anything else is missing. */
function NotForThisRole({ asked }: { asked: string | undefined }) {
  const part = sitePartsFor(ROLES)
    .flatMap(({ parts }) => parts)
    .find(({ name }) => name === asked)
  if (part === undefined) return <MissingScreen />
  return <ClosedScreen name={part.title} roles={ROLES.filter((role) => canEditPart([role], part.name))} />
}
