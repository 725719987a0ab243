import { useId } from 'react'
import type { PostRecord } from '../../contract/records.ts'
import { parseUrl } from '../../domain/parse-url.ts'
import { useSession } from '../../ui/account/session.ts'
import styles from './internal-block.module.css'

/** Sent to signed-in staff only. */
export type InternalFields = Pick<
  PostRecord,
  'internal_note' | 'slack_link' | 'jira_link' | 'sfdc_link' | 'severity_link'
>

const LINKS = [
  ['slack_link', 'Slack'],
  ['jira_link', 'Jira'],
  ['sfdc_link', 'SFDC'],
  ['severity_link', 'Severity'],
] as const

/**
 * L-09: only shown if the server sent something, marked as confidential, and never printed. It disappears when the
 * session ends.
 */
export function InternalBlock({ fields, level = 2 }: { fields: InternalFields; level?: 2 | 3 | 4 }) {
  const titleId = useId()
  const isSignedOut = useSession().kind === 'signed-out'
  if (isSignedOut || !hasInternalFields(fields)) return null
  const Heading = `h${level}` as const
  const links = LINKS.flatMap(([field, name]) =>
    isGiven(fields[field]) ? [{ name, value: fields[field] }] : [],
  )
  return (
    <section className={styles.block} aria-labelledby={titleId}>
      <Heading id={titleId}>Confidential Internal Only</Heading>
      {isGiven(fields.internal_note) && (
        <p className={styles.note} dir="auto">
          {fields.internal_note}
        </p>
      )}
      {links.length > 0 && (
        <dl>
          {links.map(({ name, value }) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd>
                {isSecureAddress(value) ? (
                  <a href={value} rel="noopener noreferrer">
                    {value}
                  </a>
                ) : (
                  value
                )}
              </dd>
            </div>
          ))}
        </dl>
      )}
    </section>
  )
}

export function internalFieldsOf(record: InternalFields): { internal?: InternalFields } {
  if (!hasInternalFields(record)) return {}
  const { internal_note, slack_link, jira_link, sfdc_link, severity_link } = record
  const given = Object.entries({ internal_note, slack_link, jira_link, sfdc_link, severity_link }).filter(
    ([, value]) => isGiven(value),
  )
  return { internal: Object.fromEntries(given) }
}

function hasInternalFields({ internal_note, ...fields }: InternalFields) {
  return isGiven(internal_note) || LINKS.some(([field]) => isGiven(fields[field]))
}

function isGiven(value: string | undefined): value is string {
  return value !== undefined && value !== ''
}

function isSecureAddress(value: string) {
  return parseUrl(value)?.protocol === 'https:'
}
