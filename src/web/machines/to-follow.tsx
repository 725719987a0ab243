import { Link } from 'react-router'
import { type ChosenPlaces, flipChosen, NOTHING_CHOSEN } from '../../domain/chosen-places.ts'
import { FEEDS, feedPath, placesFeedPath } from '../../domain/feed-name.ts'
import { maintenanceCalendarPath } from '../../domain/machine-paths.ts'
import { CodeLine } from './code-line.tsx'
import { FeedTable } from './feed-table.tsx'
import { LiveExample } from './live-example.tsx'
import { MachineEntry, MachineGroup } from './machine-entry.tsx'
import type { Machines } from './machines.ts'

export function ToFollow({ machines }: { machines: Machines }) {
  const { publicUrl, cloud } = machines
  const { machine_name } = cloud
  const example = exampleOf(machines)
  const incidents = feedPath(FEEDS.incidents, machine_name)
  const perUpdate = `${incidents}&items=updates`
  const calendar = maintenanceCalendarPath(machine_name)
  return (
    <MachineGroup id="follow" title="To follow">
      <MachineEntry
        id="feeds"
        name="Feeds"
        words={
          <>
            Every list as RSS, Atom and JSON Feed. With <code>items=updates</code> each update is a separate
            entry, for chat bots; without <code>cloud</code> the feed covers all clouds. <code>places</code>{' '}
            is a feed of services and data centers: name them in <code>mine</code>, such as{' '}
            <code>s12,d7</code>. The page of each one links to its own feed.
          </>
        }
      >
        <FeedTable publicUrl={publicUrl} cloud={machine_name} />
        <CodeLine label="Incidents, one entry per update" text={publicUrl + perUpdate} href={perUpdate} />
        {example !== undefined && (
          <CodeLine
            label={`Only ${example.name}`}
            text={publicUrl + placesFeedPath(machine_name, example.places)}
            href={placesFeedPath(machine_name, example.places)}
          />
        )}
        <LiveExample path={incidents} name="the feed of incidents" />
      </MachineEntry>
      <MachineEntry
        id="calendar"
        name="Calendar"
        words={
          <>
            Maintenance as iCalendar; rescheduled work moves in your calendar. It takes <code>mine</code>,
            too. For one calendar with the maintenance of all clouds you chose, see{' '}
            <Link to="/subscribe">your subscriptions</Link>.
          </>
        }
      >
        <CodeLine label="Maintenance of this cloud" text={publicUrl + calendar} href={calendar} />
        {example !== undefined && (
          <CodeLine
            label={`Only ${example.name}`}
            text={publicUrl + maintenanceCalendarPath(machine_name, example.places)}
            href={maintenanceCalendarPath(machine_name, example.places)}
          />
        )}
        <LiveExample path={calendar} name="the calendar" />
      </MachineEntry>
    </MachineGroup>
  )
}

function exampleOf({ services, dataCenters }: Machines): { name: string; places: ChosenPlaces } | undefined {
  const [service] = services
  if (service !== undefined)
    return { name: service.name, places: flipChosen(NOTHING_CHOSEN, 'service', service.tid) }
  const [center] = dataCenters
  return center && { name: center.name, places: flipChosen(NOTHING_CHOSEN, 'data-center', center.tid) }
}
