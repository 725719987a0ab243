import { Suspense } from 'react'
import { useParams } from 'react-router'
import { LoadingLines } from '../parts/loading-lines.tsx'
import { MissingScreen } from '../shell/missing-screen.tsx'
import { Screen } from '../shell/screen.tsx'
import { useStaff } from '../shell/staff.ts'
import { SCREENS, sitePartsFor } from './site-parts.ts'

/** Z-04: one part of the site. What somebody may not edit is not there for them. */
export function SitePartScreen() {
  const { part: asked } = useParams()
  const { roles } = useStaff()
  const part = sitePartsFor(roles)
    .flatMap(({ parts }) => parts)
    .find(({ name }) => name === asked)
  if (part === undefined) return <MissingScreen />
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
