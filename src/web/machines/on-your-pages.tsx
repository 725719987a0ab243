import { cloudBadgeJsonPath } from '../../domain/machine-paths.ts'
import { BadgeMaker } from './badge-maker.tsx'
import { CodeLine } from './code-line.tsx'
import { MachineEntry, MachineGroup } from './machine-entry.tsx'
import type { Machines } from './machines.ts'
import { WidgetMaker } from './widget-maker.tsx'

/** What shows the state of now on pages of others. */
export function OnYourPages({ machines }: { machines: Machines }) {
  const { publicUrl, cloud } = machines
  const json = cloudBadgeJsonPath(cloud.domain)
  return (
    <MachineGroup id="pages" title="On your own pages">
      <MachineEntry
        id="badges"
        name="Badges"
        words={
          <>
            A small image of the current state of a cloud, a service or a data center. Add <code>label=</code>{' '}
            for words of your own.
          </>
        }
      >
        <BadgeMaker machines={machines} />
        <CodeLine label="For shields.io/endpoint" text={publicUrl + json} href={json} />
      </MachineEntry>
      <MachineEntry
        id="widget"
        name="Widget"
        words="A notice on your site. In a corner it shows only while something is broken; where the script stands, always. One script of under 5 kB; it sets no cookies and keeps nothing on the device."
      >
        <WidgetMaker machines={machines} />
      </MachineEntry>
    </MachineGroup>
  )
}
