import { useId } from 'react'
import type { PostRecord } from '../../contract/records.ts'
import { parseUrl } from '../../domain/parse-url.ts'
import { fieldNames, INTERNAL_FIELDS, type InternalFieldName } from '../../domain/record-fields.ts'
import { useSession } from '../../ui/account/session.ts'
import styles from './internal-block.module.css'

/** Sent to signed-in staff only. */
export type InternalFields = Pick<PostRecord, InternalFieldName>

const NAMES = fieldNames(INTERNAL_FIELDS)
/** The note needs no label. */
const LABELED = NAMES.filter((name) => name !== 'internal_note')

/**
 * L-09: only shown if the server sent something, marked as confidential, and never printed. It disappears when the
 * session ends.
 */
export function InternalBlock({ fields, level = 2 }: { fields: InternalFields; level?: 2 | 3 | 4 }) {
  const titleId = useId()
  const isSignedOut = useSession().kind === 'signed-out'
  if (isSignedOut || !hasInternalFields(fields)) return null
  const Heading = `h${level}` as const
  const labeled = LABELED.flatMap((name) => {
    const value = fields[name]
    return isGiven(value) ? [{ label: INTERNAL_FIELDS[name].label, value }] : []
  })
  return (
    <section className={styles.block} aria-labelledby={titleId}>
      <Heading id={titleId}>Confidential Internal Only</Heading>
      {isGiven(fields.internal_note) && (
        <p className={styles.note} dir="auto">
          {fields.internal_note}
        </p>
      )}
      {labeled.length > 0 && (
        <dl>
          {labeled.map(({ label, value }) => (
            <div key={label}>
              <dt>{label}</dt>
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
  const given = NAMES.filter((name) => isGiven(record[name]))
  return { internal: Object.fromEntries(given.map((name) => [name, record[name]])) }
}

function hasInternalFields(fields: InternalFields) {
  return NAMES.some((name) => isGiven(fields[name]))
}

function isGiven(value: string | undefined): value is string {
  return value !== undefined && value !== ''
}

function isSecureAddress(value: string) {
  return parseUrl(value)?.protocol === 'https:'
}
