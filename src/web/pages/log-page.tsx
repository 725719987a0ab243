import type { ReadAnswer } from '../../contract/public-reads.ts'
import { LOG_CHECKPOINT_PATH, LOG_KEY_PATH, LOG_PATH } from '../../domain/machine-paths.ts'
import { Moment } from '../../ui/times/moment.tsx'
import { VerifyButton } from '../log/verify-button.tsx'
import { CodeLine } from '../machines/code-line.tsx'
import { definePage, found } from '../page.ts'
import { EmptyText } from '../parts/empty-text.tsx'
import { PageHead } from '../parts/page-head.tsx'
import { PrintedAddress } from '../record/printed-address.tsx'
import styles from './log-page.module.css'

type Log = NonNullable<ReadAnswer<'/api/log'>['data']>

const TITLE = 'Public log'

export const logPage = definePage<Log | null>({
  load: async ({ read }) => found((await read('/api/log', {})).data),

  meta: (_, { global }) => ({
    title: TITLE,
    description: `How anyone can verify that ${global.provider.name} did not rewrite the history on this site.`,
    canonicalPath: LOG_PATH,
  }),

  Content({ data: log, context: { global } }) {
    const { name } = global.provider
    return (
      <div className="page-body loose">
        <PageHead
          title={TITLE}
          lead="Every post published here is also written to a log that can only grow. Anyone can verify it."
        />
        {log === null ? <EmptyText>The log of this site hasn’t begun yet.</EmptyText> : <State log={log} />}
        <section className={styles.part}>
          <h2>What this proves</h2>
          <ul>
            <li>
              An entry is at least as old as the first checkpoint containing it that someone else has saved.
              Until someone has one, only {name}’s clock vouches for its time.
            </li>
            <li>
              A later change is a separate entry. No one, not even {name}, can change an earlier entry without
              being noticed by people who saved a checkpoint.
            </li>
            <li>A post can’t disappear unnoticed: withdrawing one is an entry, too.</li>
            <li>
              An earlier version of a post stays in the log after a correction or a withdrawal, unless it is
              redacted.
            </li>
          </ul>
        </section>
        <section className={styles.part}>
          <h2>What it can’t prove</h2>
          <ul>
            <li>
              That a problem was published at all, or soon enough. The log knows only what was published.
            </li>
            <li>That what was published is true.</li>
            <li>
              Anything besides posts and the names of clouds, services, data centers, severities and statuses.
              Banners, other pages, images, threat figures, IP ranges, certificates and availability goals are
              not in the log.
            </li>
            {log !== null && log.witnesses.length > 0 ? (
              <li>
                That everyone is shown the same log, unless you check that its witnesses cosigned it: they
                cosign only a log that has grown, usually within seconds.
              </li>
            ) : (
              <li>
                That everyone is shown the same log. No one else signs its checkpoints, so the only way to
                notice is to compare yours with other people’s.
              </li>
            )}
            <li>
              What happened before the log began. Posts from before are marked <code>found</code> or{' '}
              <code>imported</code>: the log did not see them being published.
            </li>
            <li>
              What redacted versions said. Text that had to be removed, such as a leaked name, is gone. The
              log says when and why, and stays valid.
            </li>
          </ul>
        </section>
        {log !== null && (
          <>
            {global.isTrustDR && (
              <p>
                You’re on our backup site. Its copy of the log is as old as its content. If it has none,
                verify on the site itself when it is back.
              </p>
            )}
            <HowToVerify log={log} />
          </>
        )}
        <PrintedAddress path={LOG_PATH} />
      </div>
    )
  },
})

function State({ log }: { log: Log }) {
  return (
    <section className={styles.part}>
      <h2>The log now</h2>
      <dl className={styles.facts}>
        <dt>Entries</dt>
        <dd>{log.size.toLocaleString('en-US')}</dd>
        {log.began_at !== null && (
          <>
            <dt>Began</dt>
            <dd>
              <Moment at={log.began_at} />
            </dd>
          </>
        )}
      </dl>
      <CodeLine label="Name" text={log.origin} />
      {log.before === null ? (
        <p>This is the first log of this site. Its first entry says so.</p>
      ) : (
        <p>
          The site was restored from a backup, so a new log began. Its first entry says how the log before it
          ended: <code>{log.before.log}</code>, with {log.before.size.toLocaleString('en-US')} entries.
        </p>
      )}
      <CodeLine label="Root hash" text={log.root} />
    </section>
  )
}

function HowToVerify({ log }: { log: Log }) {
  return (
    <section className={styles.part}>
      <h2>Verify it</h2>
      <p>
        Every post has its own button “Verify”. This one reads the whole log in your browser, and compares it
        with every post on this site. With many posts that takes minutes.
      </p>
      <VerifyButton
        label="Verify the whole log here"
        verify={({ verifySiteHere }, { mayBeNew }) => verifySiteHere({ mayBeNew })}
      />
      <p>
        A browser runs the scripts of this site, so anyone who can rewrite the log can rewrite the scripts,
        too. The command below runs on a machine that you control.
      </p>
      <p>
        It checks the signature, that the log has only grown since the last time, and that every post in the
        public API of this site, which its pages are made from, matches its newest entry. It does not read the
        pages themselves. If a check fails, it says why and exits with an error, so it can run every day.
      </p>
      <CodeLine label="Command" text={`candor verify ${log.public_url}`} />
      <CodeLine label="Key of the log" text={log.key} />
      {log.witnesses.map((witness) => (
        <CodeLine key={witness} label={`Key of the witness ${nameIn(witness)}`} text={witness} />
      ))}
      {log.witnesses.length > 0 && (
        <p>
          With <code>--witness</code> and such a key, the command also checks that this witness cosigned the
          checkpoint. Get the key from the witness itself.
        </p>
      )}
      <CodeLine
        label="Newest checkpoint"
        text={log.public_url + LOG_CHECKPOINT_PATH}
        href={LOG_CHECKPOINT_PATH}
      />
      <CodeLine label="Address of the key" text={log.public_url + LOG_KEY_PATH} href={LOG_KEY_PATH} />
      <p>
        The log is a Merkle tree as in <a href="https://www.rfc-editor.org/rfc/rfc6962">RFC 6962</a>, served
        as <a href="https://c2sp.org/tlog-tiles">tiles</a> with a{' '}
        <a href="https://c2sp.org/tlog-checkpoint">checkpoint</a>, so other tools can verify it, too.
      </p>
    </section>
  )
}

function nameIn(witness: string): string {
  return witness.slice(0, witness.indexOf('+'))
}
