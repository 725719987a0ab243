import { useId } from 'react'
import { Link } from 'react-router'
import type { ReadAnswer } from '../../contract/public-reads.ts'
import { informingPath, quarterAsked } from '../../domain/informing/informing-address.ts'
import { INFORMING_DEFINED, quarterWords } from '../../domain/informing/quarter-figures.ts'
import { Moment } from '../../ui/times/moment.tsx'
import definition from '../availability/definition.module.css'
import { GoalHistory } from '../informing/goal-history.tsx'
import { IncidentTable } from '../informing/incident-table.tsx'
import tables from '../informing/informing-tables.module.css'
import { QuarterTable } from '../informing/quarter-table.tsx'
import { definePage, found } from '../page.ts'
import { EmptyText } from '../parts/empty-text.tsx'
import { PageHead } from '../parts/page-head.tsx'

type Data = ReadAnswer<'/api/how-we-inform'>['data']

const TITLE = 'How we keep you informed'

export const informingPage = definePage<Data>({
  async load({ read, cloud, query }) {
    const quarter = quarterAsked(query)
    const input = { cloud: cloud.machine_name, ...(quarter !== undefined && { quarter }) }
    return found((await read('/api/how-we-inform', input)).data)
  },

  meta(_, { cloud, global }) {
    return {
      title: TITLE,
      description: `How fast ${global.provider.name} informed readers about incidents on ${cloud.domain}, and whether promised updates came on time.`,
      canonicalPath: informingPath(cloud.domain),
    }
  },

  Content({ data, context: { cloud } }) {
    const quartersId = useId()
    const goalsId = useId()
    const incidentsId = useId()
    return (
      <div className="page-body loose">
        <PageHead
          title={TITLE}
          lead={
            <>
              How fast we informed you about incidents on {cloud.domain}, and whether updates came when we
              promised them. As of <Moment at={data.as_of} precision="minute" />.
            </>
          }
        />
        {data.quarter === null ? (
          <EmptyText>This cloud has had no incidents.</EmptyText>
        ) : (
          // The table that scrolls sideways is the landmark of this name.
          <section className="page-part">
            <h2 id={quartersId}>By quarter</h2>
            <QuarterTable
              quarters={data.quarters}
              shown={data.quarter}
              domain={cloud.domain}
              labelledBy={quartersId}
            />
            <details className={definition.definition}>
              <summary>What counts</summary>
              <ul>
                {INFORMING_DEFINED.map((sentence) => (
                  <li key={sentence}>{sentence}</li>
                ))}
              </ul>
            </details>
          </section>
        )}
        <section className="page-part" aria-labelledby={goalsId}>
          <h2 id={goalsId}>Our goals</h2>
          <GoalHistory goals={data.goals} />
        </section>
        {data.quarter !== null && (
          <section className="page-part">
            <h2 id={incidentsId}>Incidents, {quarterWords(data.quarter)}</h2>
            <IncidentTable data={data} domain={cloud.domain} labelledBy={incidentsId} />
            <p className={tables.note}>
              {/* Files, not pages. */}
              All of them as <a href={data.files.csv}>CSV</a> or <a href={data.files.json}>JSON</a>.{' '}
              <Link to={`/${cloud.domain}/incidents`}>All incidents</Link>
            </p>
          </section>
        )}
      </div>
    )
  },
})
