import { Type } from 'typebox'
import { CloudName, Mine } from '../../../contract/common.ts'
import { type ChosenPlaces, countChosen, flipChosen, NOTHING_CHOSEN } from '../../../domain/chosen-places.ts'
import { maintenanceCalendarPath } from '../../../domain/machine-paths.ts'
import { type Edition, findCloud, type SiteCloud } from '../../edition.ts'
import { placesWithPages } from '../../place-history.ts'
import { placesAsked, placesInWords, worksAt } from '../../place-records.ts'
import { recordsOfCloud } from '../../record-shelf.ts'
import type { DocumentFamily } from '../document.ts'
import { maintenanceEvents } from './maintenance-events.ts'
import { writeCalendar } from './write-calendar.ts'

export const CALENDAR_TYPE = 'text/calendar; charset=utf-8'

/** L-03: maintenance of all clouds, of one, or of some of its places, as a calendar subscription. */
export const calendarFamily: DocumentFamily = {
  tag: 'iCalendar',
  routes: [
    {
      path: maintenanceCalendarPath(),
      summary:
        'Maintenance windows of all clouds, of one, or of some of its services and data centers, as a calendar',
      type: CALENDAR_TYPE,
      query: Type.Object({ cloud: Type.Optional(CloudName), mine: Type.Optional(Mine) }),
      find: (edition, { cloud: asked, mine }) => {
        const cloud = asked === undefined ? undefined : findCloud(edition, asked)
        if (asked !== undefined && cloud === undefined) return undefined
        const places = cloud && placesAsked(cloud, mine)
        // Otherwise readers would take a calendar of everything for the one they asked for.
        if (mine !== undefined && places === undefined) return undefined
        return {
          address: maintenanceCalendarPath(cloud?.machine_name, places),
          ...(cloud !== undefined && { cloud: cloud.machine_name }),
          isKept: places === undefined || countChosen(places) === 1,
          write: ({ edition: held, publicUrl, isGovDeployment }) => ({
            body: writeCalendar(
              { name: calendarName(held, cloud, places), publicUrl },
              maintenanceEvents(held, maintenanceOf(held, cloud, places), {
                cloud,
                publicUrl,
                isGovDeployment,
              }),
            ),
          }),
        }
      },
      addresses: ({ site }) => [
        maintenanceCalendarPath(),
        ...site.clouds.flatMap((cloud) => [
          maintenanceCalendarPath(cloud.machine_name),
          ...Object.values(placesWithPages(cloud))
            .flat()
            .map(({ kind, tid }) =>
              maintenanceCalendarPath(cloud.machine_name, flipChosen(NOTHING_CHOSEN, kind, tid)),
            ),
        ]),
      ],
    },
  ],
}

function calendarName({ site }: Edition, cloud: SiteCloud | undefined, places: ChosenPlaces | undefined) {
  const where = cloud === undefined ? `all ${site.provider.name} clouds` : cloud.title
  const what = cloud === undefined || places === undefined ? [] : [placesInWords(cloud, places)]
  return [`${site.provider.name} maintenance`, ...what, where].join(' · ')
}

function maintenanceOf(
  { site, records }: Edition,
  cloud: SiteCloud | undefined,
  places: ChosenPlaces | undefined,
) {
  if (cloud !== undefined && places !== undefined) return worksAt(records, cloud, places)
  const clouds = cloud === undefined ? site.clouds : [cloud]
  return new Set(clouds.flatMap(({ id }) => recordsOfCloud(records, 'maintenance', id)))
}
