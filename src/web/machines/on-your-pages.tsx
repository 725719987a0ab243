import { cloudBadgeJsonPath } from '../../domain/machine-paths.ts'
import { BadgeMaker } from './badge-maker.tsx'
import { CodeLine } from './code-line.tsx'
import { MachineEntry, MachineGroup } from './machine-entry.tsx'
import type { Machines } from './machines.ts'
import { WidgetMaker } from './widget-maker.tsx'

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
            A small image with the current status of a cloud, a service or a data center. Add{' '}
            <code>label=</code> to choose the text.
          </>
        }
      >
        <BadgeMaker machines={machines} />
        <CodeLine label="For shields.io/endpoint" text={publicUrl + json} href={json} />
      </MachineEntry>
      <MachineEntry
        id="widget"
        name="Widget"
        words="A notice on your site. In a corner it appears only while something is wrong; placed inline, it always shows. One script under 5 kB; it sets no cookies and stores nothing on the device."
      >
        <WidgetMaker machines={machines} />
      </MachineEntry>
    </MachineGroup>
  )
}
