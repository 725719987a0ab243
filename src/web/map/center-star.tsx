import { PlaceStar } from '../mine/place-star.tsx'
import type { PageContext } from '../page.ts'
import { cloudStatusPath } from '../parts/cloud-status-path.ts'
import type { MapCenter } from './map-center.ts'

/** The map has only data centers that are in service. */
export function CenterStar({
  center: { tid, name },
  context,
}: {
  center: Pick<MapCenter, 'tid' | 'name'>
  context: PageContext
}) {
  return (
    <PlaceStar
      place={{ kind: 'data-center', tid, name, isActive: true }}
      context={context}
      statusPath={cloudStatusPath(context)}
    />
  )
}
