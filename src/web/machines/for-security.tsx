import { Link } from 'react-router'
import { ipRangesPath, rangeChangesFile, rangesFile } from '../../domain/ip-ranges/ip-ranges-query.ts'
import {
  CSAF_CHANGES_PATH,
  CSAF_FEED_PATH,
  CSAF_INDEX_PATH,
  CSAF_PROVIDER_PATH,
  SECURITY_TXT_PATH,
} from '../../domain/machine-paths.ts'
import { CodeLine } from './code-line.tsx'
import { LiveExample } from './live-example.tsx'
import { MachineEntry, MachineGroup } from './machine-entry.tsx'
import styles from './machines.module.css'
import type { Machines } from './machines.ts'

/** For those who watch advisories and keep firewalls. */
export function ForSecurity({ machines }: { machines: Machines }) {
  const { publicUrl, cloud, hasSecurityTxt } = machines
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
        <p className={styles.others}>
          <a href={CSAF_FEED_PATH}>ROLIE feed</a>
          <a href={CSAF_INDEX_PATH}>index.txt</a>
          <a href={CSAF_CHANGES_PATH}>changes.csv</a>
          {hasSecurityTxt && <a href={SECURITY_TXT_PATH}>security.txt</a>}
        </p>
        <LiveExample path={CSAF_PROVIDER_PATH} name="provider-metadata.json" />
      </MachineEntry>
      <MachineEntry
        id="ranges"
        name="IP ranges"
        words={
          <>
            Where traffic of this cloud comes from, for firewalls.{' '}
            <Link to={ipRangesPath(domain)}>Look up an address</Link>.
          </>
        }
      >
        <CodeLine label="Plain text, a prefix in each line" text={publicUrl + text} href={text} />
        <p className={styles.others}>
          <a href={json}>JSON</a>
          <a href={rangesFile('csv', { cloud: machine_name })}>CSV</a>
          <a href={rangeChangesFile('rss', machine_name)}>Changes as RSS</a>
          <a href={rangeChangesFile('atom', machine_name)}>Changes as Atom</a>
          <a href={rangeChangesFile('json', machine_name)}>Changes as JSON Feed</a>
        </p>
        <LiveExample path={json} name="ip-ranges.json" />
      </MachineEntry>
    </MachineGroup>
  )
}
