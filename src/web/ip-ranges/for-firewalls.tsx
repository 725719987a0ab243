import { rangesFile } from '../../domain/ip-ranges/ip-ranges-query.ts'
import { CodeLine } from '../machines/code-line.tsx'
import styles from './for-firewalls.module.css'

export function ForFirewalls({ cloud, publicUrl }: { cloud: string; publicUrl: string }) {
  return (
    <section className={styles.whole} aria-labelledby="for-firewalls-title">
      <h2 id="for-firewalls-title">For your firewall</h2>
      <p>
        The text file has one prefix per line and nothing else, so a firewall rule can use it directly. Send
        the <code>ETag</code> from the last answer: if the list hasn’t changed, the answer is 304 without
        content.
      </p>
      <CodeLine label="External list" text={`${publicUrl}${rangesFile('txt', { cloud })}`} />
      <CodeLine
        label="Download only when it changed"
        text={`curl -fsS --etag-compare ranges.etag --etag-save ranges.etag -o ranges.txt "${publicUrl}${rangesFile(
          'txt',
          { cloud, family: '4' },
        )}"`}
      />
      <p>
        In the JSON, <code>serial</code> increases with every change. Add new prefixes when they appear and
        remove old ones when they are gone.
      </p>
    </section>
  )
}
