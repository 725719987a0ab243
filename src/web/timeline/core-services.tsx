import type { TimelineQuery } from '../../domain/timeline-query.ts'
import type { Loaded } from '../../ui/account/loaded.ts'
import type { PageContext } from '../page.ts'
import { FailedPart } from '../parts/failed-part.tsx'
import styles from './core-services.module.css'
import { FramedSection } from './framed-section.tsx'
import type { Issues } from './row-state.ts'
import { RowsSummary } from './rows-summary.tsx'
import type { TimelineBlock, TimelineCategory } from './timeline-block.ts'
import { TimelineFrame, TimelineRows } from './timeline-frame.tsx'
import { useWeek, type Week } from './week.ts'

const TITLE = 'Core Cloud Services'

export function CoreServices({
  loaded,
  issues,
  query,
  context,
}: {
  loaded: Loaded<TimelineBlock>
  issues: Issues
  query: TimelineQuery
  context: PageContext
}) {
  if (loaded.kind === 'failed') {
    return (
      <FramedSection title={TITLE}>
        <FailedPart what="The services" path={context.path} query={context.query} />
      </FramedSection>
    )
  }
  if (loaded.value.categories.length === 0 && query.isOnlyMine) {
    return (
      <FramedSection title={TITLE}>
        <p className={styles.none}>None of your services are here.</p>
      </FramedSection>
    )
  }
  return <Services block={loaded.value} issues={issues} context={context} />
}

function Services({
  block,
  issues,
  context,
}: {
  block: TimelineBlock
  issues: Issues
  context: PageContext
}) {
  const week = useWeek(block, issues, context, 'core_cloud_services')
  const rows = block.categories.flatMap((category) => category.rows)
  return (
    <FramedSection title={TITLE} summary={<RowsSummary rows={rows} week={week} noun="service" />}>
      <TimelineFrame week={week}>
        {block.categories.map((category) => (
          <Category key={category.tid} category={category} week={week} />
        ))}
      </TimelineFrame>
    </FramedSection>
  )
}

function Category({ category, week }: { category: TimelineCategory; week: Week }) {
  return (
    <section className={styles.category}>
      <h3 className={styles.title} dir="auto">
        {category.title}
      </h3>
      <TimelineRows rows={category.rows} week={week} />
    </section>
  )
}
