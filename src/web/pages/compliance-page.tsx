import { Link } from 'react-router'
import type { ReadAnswer } from '../../contract/public-reads.ts'
import { shortDayWords } from '../../domain/calendar/day-words.ts'
import {
  type ComplianceColumn,
  type ComplianceSort,
  complianceAddress,
  complianceSort,
  nextSort,
} from '../../domain/compliance/compliance-query.ts'
import { NO_COMPLIANCE_ROWS } from '../../domain/texts.ts'
import { RichText } from '../../ui/parts/rich-text.tsx'
import { ScrollingTable } from '../../ui/parts/scrolling-table.tsx'
import { definePage, found } from '../page.ts'
import { PageHead } from '../parts/page-head.tsx'
import styles from './compliance-page.module.css'
import { isIsoDay } from './estimated-date.ts'
import { describeMenuItem, pageMeta } from './page-meta.ts'
import { sortCompliance } from './sort-compliance.ts'

type Data = ReadAnswer<'/api/compliance'>

const TITLE = 'Compliance'
const TITLE_ID = 'compliance-title'
const COLUMNS: readonly ComplianceColumn[] = ['description', 'date']

/** C-01 */
export const compliancePage = definePage<Data>({
  async load(context) {
    return found(await context.read('/api/compliance', { cloud: context.cloud.machine_name }))
  },

  meta(_, { path, item, cloud, global }) {
    const names = { cloud: cloud.domain, provider: global.provider.name }
    const description = describeMenuItem({ route: path, component: 'compliance' }, names)
    return { ...pageMeta(path, names, { title: item?.item ?? TITLE, description }), canonicalPath: path }
  },

  Content({ data, context: { path, query, item } }) {
    const sort = complianceSort(query)
    const rows = sortCompliance(data.page_content, sort)
    return (
      <div className={styles.page}>
        <PageHead title={item?.item ?? TITLE} titleId={TITLE_ID} />
        {data.page_top !== '' && <RichText html={data.page_top} />}
        <ScrollingTable labelledBy={TITLE_ID}>
          <thead>
            <tr>
              {COLUMNS.map((column, index) => (
                <ColumnTitle
                  key={column}
                  column={column}
                  sort={sort}
                  path={path}
                  title={data.column_titles[index] ?? ''}
                />
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.length === 0 && (
              <tr>
                <td colSpan={COLUMNS.length}>{NO_COMPLIANCE_ROWS}</td>
              </tr>
            )}
            {rows.map(({ description, date }, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: rows have neither id nor state
              <tr key={index}>
                <td dir="auto">{description}</td>
                <td className={styles.date}>
                  <EstimatedDate written={date} />
                </td>
              </tr>
            ))}
          </tbody>
        </ScrollingTable>
      </div>
    )
  },
})

function ColumnTitle({
  column,
  title,
  sort,
  path,
}: {
  column: ComplianceColumn
  title: string
  sort: ComplianceSort | undefined
  path: string
}) {
  const order = sort?.column === column ? sort.order : undefined
  return (
    <th scope="col" className={styles.title} aria-sort={order && ARIA_SORT[order]}>
      <Link
        to={complianceAddress(path, nextSort(sort, column))}
        dir="auto"
        rel="nofollow"
        preventScrollReset
        replace
      >
        {title}
        <svg viewBox="0 0 10 14" aria-hidden="true" data-order={order}>
          <path d="m2 5 3-3 3 3" />
          <path d="m2 9 3 3 3-3" />
        </svg>
      </Link>
    </th>
  )
}

const ARIA_SORT = { asc: 'ascending', desc: 'descending' } as const

/** Shown as staff wrote it; only ISO dates are formatted. */
function EstimatedDate({ written }: { written: string }) {
  const day = written.trim()
  return isIsoDay(day) ? <time dateTime={day}>{shortDayWords(day)}</time> : written
}
