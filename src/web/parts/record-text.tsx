import type { PostRecord } from '../../contract/records.ts'
import styles from './record-text.module.css'
import { RichText } from './rich-text.tsx'

/** The body, and the answers to what a customer asks next. */
export function RecordText({ record }: { record: PostRecord }) {
  return (
    <>
      {record.body !== '' && (
        <section className={styles.answer}>
          <h2>Details</h2>
          <RichText html={record.body} />
        </section>
      )}
      <Answer title="Customer impact" text={record.customer_impact} />
      <Answer title="Available workaround" text={record.available_workaround} />
      <Answer title="How it was found" text={record.how_found} />
    </>
  )
}

function Answer({ title, text }: { title: string; text: string | undefined }) {
  if (text === undefined || text === '') return null
  return (
    <section className={styles.answer}>
      <h2>{title}</h2>
      <p>{text}</p>
    </section>
  )
}
