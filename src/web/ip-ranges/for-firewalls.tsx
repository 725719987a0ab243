import { rangesFile } from '../../domain/ip-ranges/ip-ranges-query.ts'
import { CodeLine } from '../machines/code-line.tsx'
import styles from './for-firewalls.module.css'

/** How a program keeps up with the list. */
export function ForFirewalls({ cloud, publicUrl }: { cloud: string; publicUrl: string }) {
  return (
    <section className={styles.whole} aria-labelledby="for-firewalls-title">
      <h2 id="for-firewalls-title">For your firewall</h2>
      <p>
        The text has one prefix on a line and nothing else, so that a rule can take it as it is. Ask with the{' '}
        <code>ETag</code> you were given: an unchanged list answers 304 and sends nothing.
      </p>
      <CodeLine label="External list" text={`${publicUrl}${rangesFile('txt', { cloud })}`} />
      <CodeLine
        label="Fetched only when it changed"
        text={`curl -fsS --etag-compare ranges.etag --etag-save ranges.etag -o ranges.txt "${publicUrl}${rangesFile(
          'txt',
          { cloud, family: '4' },
        )}"`}
      />
      <p>
        In the JSON, <code>serial</code> only rises; while it is the same, so is the list. Add new prefixes
        when they appear and drop old ones when they are gone.
      </p>
    </section>
  )
}
