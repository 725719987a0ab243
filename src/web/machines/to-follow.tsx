import { Link } from 'react-router'
import { FEEDS, feedPath } from '../../domain/feed-name.ts'
import { maintenanceCalendarPath } from '../../domain/machine-paths.ts'
import { CodeLine } from './code-line.tsx'
import { FeedTable } from './feed-table.tsx'
import { LiveExample } from './live-example.tsx'
import { MachineEntry, MachineGroup } from './machine-entry.tsx'
import type { Machines } from './machines.ts'

export function ToFollow({ machines: { publicUrl, cloud } }: { machines: Machines }) {
  const { machine_name } = cloud
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
            Every list as RSS, Atom and JSON Feed. With <code>items=updates</code> each update is an entry of
            its own, for chat bots; without <code>cloud</code> it is of all clouds.
          </>
        }
      >
        <FeedTable publicUrl={publicUrl} cloud={machine_name} />
        <CodeLine label="Incidents, one entry per update" text={publicUrl + perUpdate} href={perUpdate} />
        <LiveExample path={incidents} name="the feed of incidents" />
      </MachineEntry>
      <MachineEntry
        id="calendar"
        name="Calendar"
        words={
          <>
            Maintenance as iCalendar; rescheduled work moves in your calendar. For a calendar with only what
            you follow, see <Link to="/subscribe">your subscriptions</Link>.
          </>
        }
      >
        <CodeLine label="Maintenance of this cloud" text={publicUrl + calendar} href={calendar} />
        <LiveExample path={calendar} name="the calendar" />
      </MachineEntry>
    </MachineGroup>
  )
}
