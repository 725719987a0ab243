import { Type } from 'typebox'
import { CloudName } from '../../../contract/common.ts'
import { maintenanceCalendarPath } from '../../../domain/machine-paths.ts'
import { type Edition, findCloud, type SiteCloud } from '../../edition.ts'
import { recordsOfCloud } from '../../record-shelf.ts'
import type { DocumentFamily } from '../document.ts'
import { maintenanceEvents } from './maintenance-events.ts'
import { writeCalendar } from './write-calendar.ts'

export const CALENDAR_TYPE = 'text/calendar; charset=utf-8'

/** L-03: maintenance of one cloud or all clouds as a calendar subscription. */
export const calendarFamily: DocumentFamily = {
  tag: 'iCalendar',
  routes: [
    {
      path: maintenanceCalendarPath(),
      summary: 'Maintenance windows of one cloud or all clouds as a calendar',
      type: CALENDAR_TYPE,
      query: Type.Object({ cloud: Type.Optional(CloudName) }),
      find: (edition, { cloud: asked }) => {
        const cloud = asked === undefined ? undefined : findCloud(edition, asked)
        if (asked !== undefined && cloud === undefined) return undefined
        return {
          address: maintenanceCalendarPath(cloud?.machine_name),
          ...(cloud !== undefined && { cloud: cloud.machine_name }),
          write: ({ edition: held, publicUrl }) => ({
            body: writeCalendar(
              { name: nameOf(held, cloud), publicUrl },
              maintenanceEvents(held, maintenanceOf(held, cloud), { cloud, publicUrl }),
            ),
          }),
        }
      },
      addresses: ({ site }) =>
        [undefined, ...site.clouds].map((cloud) => maintenanceCalendarPath(cloud?.machine_name)),
    },
  ],
}

function nameOf({ site }: Edition, cloud: SiteCloud | undefined) {
  const where = cloud === undefined ? `all ${site.provider.name} clouds` : cloud.title
  return `${site.provider.name} maintenance · ${where}`
}

/** Each record once, even if it is on several clouds. */
function maintenanceOf({ site, records }: Edition, cloud: SiteCloud | undefined) {
  const clouds = cloud === undefined ? site.clouds : [cloud]
  return new Set(clouds.flatMap(({ id }) => recordsOfCloud(records, 'maintenance', id)))
}
