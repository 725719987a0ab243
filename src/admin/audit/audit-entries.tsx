import { diffWords } from 'diff'
import { type ReactNode, useState } from 'react'
import { Link } from 'react-router'
import type { AuditEntry } from '../../contract/admin/audit.ts'
import { Moment } from '../../ui/times/moment.tsx'
import styles from './audit-entries.module.css'
import { EntityLink } from './entity-link.tsx'
import { type AuditedFields, type FieldChange, fieldChanges, fieldName } from './field-changes.ts'

/** Z-06 */
export function AuditEntries({
  entries,
  names,
  label,
  isAboutOne = false,
  isStale = false,
}: {
  entries: readonly AuditEntry[]
  names: Readonly<Record<string, string>>
  label: string
  /** All entries are about the same thing, so it isn't named. */
  isAboutOne?: boolean
  isStale?: boolean
}) {
  return (
    <ol className={styles.entries} aria-label={label} aria-busy={isStale || undefined}>
      {entries.map((entry) => (
        <li key={entry.id} className={styles.entry}>
          <p className={styles.when}>
            <Moment at={entry.at} precision="second" />
          </p>
          <div className={styles.what}>
            <p>
              <strong>{fieldName(entry.action)}</strong>
              {!isAboutOne && (
                <>
                  {' '}
                  <EntityLink entity={entry.entity} id={entry.entity_id} name={entry.entity_name} />
                </>
              )}
              <span className={styles.who}>
                {' '}
                by <ActorName actor={entry.actor} />
              </span>
            </p>
            <ChangeList before={entry.before} after={entry.after} names={names} />
          </div>
        </li>
      ))}
    </ol>
  )
}

function ActorName({ actor: { uid, name, by } }: Pick<AuditEntry, 'actor'>) {
  const isNamed = name !== by
  return (
    <>
      {uid === null ? name : <Link to={`/admin/audit?who=${uid}`}>{name}</Link>}
      {isNamed && ` (${by})`}
    </>
  )
}

const SHOWN_CHARACTERS = 320
/** Longer texts are compared as a whole: a word diff would block the screen. */
const COMPARED_CHARACTERS = 20_000

function ChangeList({
  before,
  after,
  names,
}: {
  before: AuditedFields
  after: AuditedFields
  names: Readonly<Record<string, string>>
}) {
  const changes = fieldChanges(before, after, names)
  if (changes.length === 0) return null
  return (
    <dl className={styles.changes}>
      {changes.map((change) => (
        <div key={change.field}>
          <dt>{change.field}</dt>
          <dd>{before === null ? <Fact change={change} /> : <Change change={change} />}</dd>
        </div>
      ))}
    </dl>
  )
}

function Fact({ change }: { change: FieldChange }) {
  return change.kind === 'added' ? (
    <Folded text={change.after}>{(text) => text}</Folded>
  ) : (
    <Change change={change} />
  )
}

function Change({ change }: { change: FieldChange }) {
  switch (change.kind) {
    case 'added':
      return <Folded text={change.after}>{(text) => <ins>{text}</ins>}</Folded>
    case 'removed':
      return <Folded text={change.before}>{(text) => <del>{text}</del>}</Folded>
    case 'members':
      return (
        <span className={styles.members}>
          {change.removed.map((member) => (
            <del key={member}>{member}</del>
          ))}
          {change.added.map((member) => (
            <ins key={member}>{member}</ins>
          ))}
        </span>
      )
    case 'replaced':
      return <Replaced before={change.before} after={change.after} />
  }
}

function Replaced({ before, after }: { before: string; after: string }) {
  const length = before.length + after.length
  const isLong = length > SHOWN_CHARACTERS / 2 && length < COMPARED_CHARACTERS
  if (!isLong) {
    return (
      <>
        <Folded text={before}>{(text) => <del>{text}</del>}</Folded> <span className="hidden">became</span>
        <span aria-hidden="true">→</span> <Folded text={after}>{(text) => <ins>{text}</ins>}</Folded>
      </>
    )
  }
  return (
    <>
      {diffWords(before, after).map(({ value, added, removed }, index) => {
        const key = `${index} ${value.slice(0, 12)}`
        if (added) return <ins key={key}>{value}</ins>
        if (removed) return <del key={key}>{value}</del>
        return <span key={key}>{shortened(value)}</span>
      })}
    </>
  )
}

function shortened(text: string) {
  return text.length <= 120 ? text : `${text.slice(0, 50)} … ${text.slice(-50)}`
}

function Folded({ text, children }: { text: string; children: (text: string) => ReactNode }) {
  const [isWhole, setWhole] = useState(false)
  if (text.length <= SHOWN_CHARACTERS || isWhole) return children(text)
  return (
    <>
      {children(`${text.slice(0, SHOWN_CHARACTERS)}…`)}{' '}
      <button type="button" className={styles.more} onClick={() => setWhole(true)}>
        Show all
      </button>
    </>
  )
}
