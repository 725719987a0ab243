import type { PostRecord } from '../../contract/records.ts'
import { REMEDIATION_WORDS } from '../../domain/csaf/advisory-facts.ts'
import { fieldNames, PAGE_TEXTS } from '../../domain/record-fields.ts'
import { recordStory } from '../../domain/record-story.ts'
import { RichText } from '../../ui/parts/rich-text.tsx'
import type { HeadingLevel } from '../parts/page-head.tsx'
import styles from './record-text.module.css'

const TEXTS = fieldNames(PAGE_TEXTS)
const BEFORE_BODY = TEXTS.filter((name) => PAGE_TEXTS[name].place === 'before the body')
const AFTER_BODY = TEXTS.filter((name) => PAGE_TEXTS[name].place === 'after the body')

export function RecordText({ record, level = 2 }: { record: PostRecord; level?: HeadingLevel }) {
  const { body } = recordStory(record)
  const Heading = `h${level}` as const
  return (
    <div className={styles.text}>
      <FirstAnswers record={record} level={level} />
      {body !== '' && (
        <section className={styles.answer}>
          <Heading>Details</Heading>
          <RichText html={body} />
        </section>
      )}
      <Remedies record={record} level={level} />
      {AFTER_BODY.map((name) => (
        <Answer key={name} title={PAGE_TEXTS[name].label} text={record[name]} level={level} />
      ))}
    </div>
  )
}

function Remedies({ record: { remediations = [] }, level }: { record: PostRecord; level: HeadingLevel }) {
  if (remediations.length === 0) return null
  const Heading = `h${level}` as const
  return (
    <section className={styles.answer}>
      <Heading>{remediations.length === 1 ? 'Remedy' : 'Remedies'}</Heading>
      <dl className={styles.remedies}>
        {remediations.map(({ category, details, url }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: remedies may repeat and have no state
          <div key={index}>
            <dt>{REMEDIATION_WORDS[category]}</dt>
            <dd>
              <p dir="auto">{details}</p>
              {url !== null && (
                <a href={url} rel="noopener noreferrer">
                  {url}
                </a>
              )}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  )
}

function FirstAnswers({ record, level }: { record: PostRecord; level: HeadingLevel }) {
  const given = BEFORE_BODY.filter((name) => (record[name] ?? '') !== '')
  if (given.length === 0) return null
  return (
    <div className={styles.first}>
      {given.map((name) => (
        <Answer key={name} title={PAGE_TEXTS[name].label} text={record[name]} level={level} />
      ))}
    </div>
  )
}

function Answer({
  title,
  text = '',
  level,
}: {
  title: string
  text?: string | undefined
  level: HeadingLevel
}) {
  if (text === '') return null
  const Heading = `h${level}` as const
  return (
    <section className={styles.answer}>
      <Heading>{title}</Heading>
      <p dir="auto">{text}</p>
    </section>
  )
}
