import type { ReadAnswer } from '../../contract/public-reads.ts'
import { pageMeta } from '../../domain/page-meta.ts'
import { NO_COMPLIANCE_ROWS } from '../../domain/texts.ts'
import { definePage, found } from '../page.ts'
import { PageHead } from '../parts/page-head.tsx'
import { RichText } from '../parts/rich-text.tsx'
import { ScrollingTable } from '../parts/scrolling-table.tsx'
import styles from './compliance-page.module.css'

type Data = ReadAnswer<'/api/compliance'>

const TITLE = 'Compliance'
const TITLE_ID = 'compliance-title'

/** C-01 */
export const compliancePage = definePage<Data>({
  async load(context) {
    return found(await context.read('/api/compliance', { cloud: context.cloud.machine_name }))
  },

  meta(_, { path, item, cloud, global }) {
    const names = { cloud: cloud.domain, provider: global.provider.name }
    return pageMeta(path, names, {
      title: item?.item ?? TITLE,
      description: `Features and capabilities of ${global.provider.name} on ${cloud.domain} and the estimated date of their JAB approval.`,
    })
  },

  Content({ data, context }) {
    return (
      <div className={styles.page}>
        <PageHead title={context.item?.item ?? TITLE} titleId={TITLE_ID} />
        {data.page_top !== '' && <RichText html={data.page_top} />}
        <ScrollingTable labelledBy={TITLE_ID}>
          <thead>
            <tr>
              <th scope="col">Feature/Capability Description</th>
              <th scope="col">Estimated Date of JAB Approval</th>
            </tr>
          </thead>
          <tbody>
            {data.page_content.length === 0 && (
              <tr>
                <td colSpan={2}>{NO_COMPLIANCE_ROWS}</td>
              </tr>
            )}
            {data.page_content.map((row, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: rows have no number and never move
              <tr key={index}>
                <td>{row.description}</td>
                <td className={styles.date}>{row.date}</td>
              </tr>
            ))}
          </tbody>
        </ScrollingTable>
      </div>
    )
  },
})
