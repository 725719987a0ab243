import styles from './rich-text.module.css'

/** P-05: HTML that staff wrote. The server sanitised it on the way in and gives out nothing else. */
export function RichText({ html }: { html: string }) {
  // biome-ignore lint/security/noDangerouslySetInnerHtml: the server sanitised it, see above
  return <div className={styles.text} dir="auto" dangerouslySetInnerHTML={{ __html: html }} />
}
