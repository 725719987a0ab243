import { pageMeta } from '../../domain/page-meta.ts'
import { definePage, found } from '../page.ts'
import { PageHead } from '../parts/page-head.tsx'
import { RichText } from '../parts/rich-text.tsx'
import { type Section, tableOfContents } from '../parts/table-of-contents.ts'
import styles from './faq-page.module.css'

interface Data {
  title: string
  body: string
}

export const faqPage = definePage<Data>({
  async load(context) {
    const { page_content } = await context.read('/api/basic-page/:page', {
      page: 'faq',
      cloud: context.cloud.machine_name,
    })
    return found(page_content)
  },

  meta({ title }, { path, cloud, global }) {
    const names = { cloud: cloud.domain, provider: global.provider.name }
    return pageMeta(path, names, {
      title,
      description: `Questions that people ask about ${cloud.domain} and this site, answered by ${global.provider.name}.`,
    })
  },

  Content({ data: { title, body } }) {
    const sections = tableOfContents(body)
    return (
      <div className={styles.page}>
        <PageHead title={title} />
        <div className={styles.columns}>
          {sections.length > 1 && <Contents sections={sections} />}
          <RichText html={body} />
        </div>
      </div>
    )
  },
})

function Contents({ sections }: { sections: Section[] }) {
  return (
    <nav className={styles.contents} aria-label="On this page">
      <ol>
        {sections.map((section) => (
          <li key={section.id}>
            <a href={`#${encodeURIComponent(section.id)}`}>{section.title}</a>
          </li>
        ))}
      </ol>
    </nav>
  )
}
