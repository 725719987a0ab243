import { Link } from 'react-router'
import { ipRangesPath, rangeChangesFile, rangesFile } from '../../domain/ip-ranges/ip-ranges-query.ts'
import {
  CSAF_CHANGES_PATH,
  CSAF_FEED_PATH,
  CSAF_INDEX_PATH,
  CSAF_PROVIDER_PATH,
  LOG_CHECKPOINT_PATH,
  LOG_PATH,
  SECURITY_TXT_PATH,
} from '../../domain/machine-paths.ts'
import { AddressList } from './address-link.tsx'
import { CodeLine } from './code-line.tsx'
import { LiveExample } from './live-example.tsx'
import { MachineEntry, MachineGroup } from './machine-entry.tsx'
import type { Machines } from './machines.ts'

export function ForSecurity({ machines }: { machines: Machines }) {
  const { publicUrl, cloud, hasSecurityTxt, logKey } = machines
  const { machine_name, domain } = cloud
  const json = rangesFile('json', { cloud: machine_name })
  const text = rangesFile('txt', { cloud: machine_name })
  return (
    <MachineGroup id="security" title="For security teams">
      <MachineEntry
        id="csaf"
        name="CSAF 2.0"
        words="Security advisories for scanners and vulnerability management, with hashes, an index and a ROLIE feed."
      >
        <CodeLine label="Provider" text={publicUrl + CSAF_PROVIDER_PATH} href={CSAF_PROVIDER_PATH} />
        <AddressList
          publicUrl={publicUrl}
          addresses={[
            { words: 'ROLIE feed', path: CSAF_FEED_PATH },
            { words: 'index.txt', path: CSAF_INDEX_PATH },
            { words: 'changes.csv', path: CSAF_CHANGES_PATH },
          ]}
        />
        <LiveExample path={CSAF_PROVIDER_PATH} name="provider-metadata.json" />
      </MachineEntry>
      {hasSecurityTxt && (
        <MachineEntry id="security-txt" name="security.txt" words="Where to report a vulnerability.">
          <CodeLine label="Address" text={publicUrl + SECURITY_TXT_PATH} href={SECURITY_TXT_PATH} />
          <LiveExample path={SECURITY_TXT_PATH} name="security.txt" />
        </MachineEntry>
      )}
      {logKey !== null && (
        <MachineEntry
          id="log"
          name="Public log"
          words={
            <>
              Every version of every post, in a log that can only grow.{' '}
              <Link to={LOG_PATH}>What it proves</Link>.
            </>
          }
        >
          <CodeLine label="Key of the log" text={logKey} />
          <CodeLine label="Checkpoint" text={publicUrl + LOG_CHECKPOINT_PATH} href={LOG_CHECKPOINT_PATH} />
        </MachineEntry>
      )}
      <MachineEntry
        id="ranges"
        name="IP ranges"
        words={
          <>
            The addresses this cloud’s traffic comes from, for firewalls.{' '}
            <Link to={ipRangesPath(domain)}>Look up an address</Link>.
          </>
        }
      >
        <CodeLine label="Plain text, one prefix per line" text={publicUrl + text} href={text} />
        <AddressList
          publicUrl={publicUrl}
          addresses={[
            { words: 'JSON', name: 'IP ranges as JSON', path: json },
            { words: 'CSV', name: 'IP ranges as CSV', path: rangesFile('csv', { cloud: machine_name }) },
            { words: 'Changes as RSS', path: rangeChangesFile('rss', machine_name) },
            { words: 'Changes as Atom', path: rangeChangesFile('atom', machine_name) },
            { words: 'Changes as JSON Feed', path: rangeChangesFile('json', machine_name) },
          ]}
        />
        <LiveExample path={json} name="ip-ranges.json" />
      </MachineEntry>
    </MachineGroup>
  )
}
