import { type ReactNode, useState } from 'react'
import type { CloudState } from '../../domain/cloud.ts'
import { isMeant } from '../../domain/is-meant.ts'
import type { TimelineQuery } from '../../domain/timeline-query.ts'
import type { Loaded } from '../loaded.ts'
import type { PageContext } from '../page.ts'
import { FailedPart } from '../parts/failed-part.tsx'
import { Sheet } from '../parts/sheet.tsx'
import { counted } from '../parts/words.ts'
import { CenterControls } from './center-controls.tsx'
import { CenterTabs } from './center-tabs.tsx'
import styles from './data-centers.module.css'
import { Region, restFold, restOf } from './region.tsx'
import { type Issues, isTroubled } from './row-state.ts'
import { RowsSummary } from './rows-summary.tsx'
import type { TimelineBlock, TimelineCategory } from './timeline-block.ts'
import { TimelineFrame } from './timeline-frame.tsx'
import { useWeek } from './week.ts'

const TITLE = 'Data Centers'

interface Asked {
  issues: Issues
  query: TimelineQuery
  context: PageContext
}

/** S-01, S-06: the data centers of a cloud by region. Many of them stay readable: regions fold, and one is found by name. */
export function DataCenters({
  loaded,
  otherState,
  ...asked
}: Asked & {
  loaded: Loaded<TimelineBlock>
  /** How the worst of the other type is now; undefined when there is no other type. */
  otherState: CloudState | undefined
}) {
  const { query, context } = asked
  const tabs = otherState !== undefined && (
    <CenterTabs path={context.path} query={query} otherState={otherState} />
  )
  if (loaded.kind === 'failed') {
    return (
      <Sheet title={TITLE}>
        {tabs}
        <FailedPart what="The data centers" path={context.path} query={context.query} />
      </Sheet>
    )
  }
  // Folds are opened and names typed for what is shown; something else begins anew.
  const key = [query.centers, query.week, query.isOnlyTroubled].join()
  return <Centers key={key} block={loaded.value} tabs={tabs} {...asked} />
}

function Centers({ block, tabs, issues, query, context }: Asked & { block: TimelineBlock; tabs: ReactNode }) {
  const week = useWeek(block, issues, context)
  const [typed, setTyped] = useState('')
  const [folds, setFolds] = useState<Readonly<Record<string, boolean>>>({})
  const isLooking = typed.trim() !== ''
  const regions = narrowed(block.categories, { typed, query, issues })
  const all = block.categories.flatMap(({ rows }) => rows)
  const found = regions.flatMap(({ rows }) => rows).length

  const isOpen = (fold: string, otherwise: boolean) => folds[fold] ?? (isLooking || otherwise)
  const isRegionOpen = ({ tid, rows }: TimelineCategory) =>
    isOpen(
      String(tid),
      rows.some((row) => isTroubled(row, issues)),
    )
  const isRestOpen = ({ tid, rows }: TimelineCategory) =>
    restOf(rows, issues).length === 0 || isOpen(restFold(tid), false)
  const foldAll = (isOpen: boolean) =>
    setFolds(
      Object.fromEntries(
        regions.flatMap(({ tid }) => [
          [tid, isOpen],
          [restFold(tid), isOpen],
        ]),
      ),
    )

  return (
    <Sheet title={TITLE} summary={<RowsSummary rows={all} week={week} noun="data center" />}>
      {tabs}
      <CenterControls
        path={context.path}
        query={query}
        typed={typed}
        onType={(next) => {
          setTyped(next)
          setFolds({})
        }}
        foundWords={isLooking ? foundWords(found) : ''}
        isAllOpen={regions.every((region) => isRegionOpen(region) && isRestOpen(region))}
        onFold={foldAll}
      />
      {found === 0 && !isLooking && <p className={styles.none}>No data center had an issue in these days.</p>}
      {found > 0 && (
        <TimelineFrame week={week}>
          {regions.map((region) => (
            <Region
              key={region.tid}
              region={region}
              week={week}
              isOpen={isRegionOpen(region)}
              isRestOpen={isRestOpen(region)}
              showsAll={isLooking}
              onToggle={(fold, isOpen) => setFolds((before) => ({ ...before, [fold]: isOpen }))}
            />
          ))}
        </TimelineFrame>
      )}
    </Sheet>
  )
}

/** The regions with what is asked for in them; a region without any is left out. */
function narrowed(
  regions: readonly TimelineCategory[],
  { typed, query, issues }: { typed: string; query: TimelineQuery; issues: Issues },
) {
  return regions
    .map((region) => ({
      ...region,
      rows: region.rows.filter(
        (row) =>
          isMeant(typed, { name: row.name, city: row.info }) &&
          (!query.isOnlyTroubled || isTroubled(row, issues)),
      ),
    }))
    .filter(({ rows }) => rows.length > 0)
}

function foundWords(amount: number) {
  return amount === 0 ? 'No data center matches' : `${counted(amount, 'data center')} found`
}
