import { useId, useState } from 'react'
import { Link } from 'react-router'
import { type CenterState, centerStateWord } from '../../domain/map/center-state.ts'
import { type CentersType, type TimelineQuery, timelineAddress } from '../../domain/timeline-query.ts'
import type { Loaded } from '../../ui/account/loaded.ts'
import { StateShape } from '../../ui/parts/state-shape.tsx'
import tones from '../../ui/parts/tone.module.css'
import { toneOfState } from '../../ui/parts/tone.ts'
import { counted } from '../../ui/parts/words.ts'
import type { PageContext } from '../page.ts'
import { FailedPart } from '../parts/failed-part.tsx'
import { isMeant } from '../parts/is-meant.ts'
import { useIsAlive } from '../parts/use-is-alive.ts'
import styles from './data-centers.module.css'
import { FramedSection } from './framed-section.tsx'
import { Region, restFold, restOf } from './region.tsx'
import { type Issues, isTroubled } from './row-state.ts'
import { RowsSummary } from './rows-summary.tsx'
import type { TimelineBlock, TimelineCategory, TimelineRow } from './timeline-block.ts'
import { TimelineFrame } from './timeline-frame.tsx'
import { useWeek } from './week.ts'

const TITLE = 'Data Centers'

interface Asked {
  issues: Issues
  query: TimelineQuery
  context: PageContext
}

/** S-01, S-06 */
export function DataCenters({
  loaded,
  otherState,
  ...asked
}: Asked & {
  loaded: Loaded<TimelineBlock>
  otherState: CenterState | undefined
}) {
  const { issues, query, context } = asked
  const block = loaded.kind === 'loaded' ? loaded.value : undefined
  const isNothing = query.isOnlyMine && block?.categories.length === 0
  const summary =
    block === undefined || isNothing ? undefined : (
      <RowsSummary rows={rowsOf(block.categories)} week={{ page: block.page, issues }} noun="data center" />
    )
  return (
    <div className={styles.room}>
      <FramedSection title={TITLE} summary={summary}>
        {otherState !== undefined && <CenterTabs path={context.path} query={query} otherState={otherState} />}
        {block === undefined ? (
          <FailedPart what="The data centers" path={context.path} query={context.query} />
        ) : (
          <Centers block={block} {...asked} />
        )}
      </FramedSection>
    </div>
  )
}

function Centers({ block, issues, query, context }: Asked & { block: TimelineBlock }) {
  const all = query.centers === 'premium' ? 'premium_datacenters' : 'datacenter'
  const week = useWeek(block, issues, context, all)
  const [{ typed, folds }, setLooked] = useLooked(
    [query.centers, query.week, query.isOnlyTroubled, query.isOnlyMine].join(),
  )
  const isLooking = typed.trim() !== ''
  const regions = narrowed(block.categories, { typed, query, issues })
  const found = regions.flatMap(({ shown }) => shown).length

  const isOpen = (fold: string, otherwise: boolean) => folds[fold] ?? (isLooking || otherwise)
  const isRegionOpen = ({ region: { tid }, shown }: NarrowedRegion) =>
    isOpen(String(tid), query.isOnlyMine || shown.some((row) => isTroubled(row, issues)))
  const isRestOpen = ({ region: { tid }, shown }: NarrowedRegion) =>
    restOf(shown, issues).length === 0 || isOpen(restFold(tid), false)
  const foldAll = (isOpen: boolean) =>
    setLooked((before) => ({
      ...before,
      folds: Object.fromEntries(
        regions.flatMap(({ region: { tid } }) => [
          [tid, isOpen],
          [restFold(tid), isOpen],
        ]),
      ),
    }))

  return (
    <>
      <CenterControls
        path={context.path}
        query={query}
        typed={typed}
        onType={(typed) => setLooked(() => ({ typed, folds: {} }))}
        foundWords={isLooking ? foundWords(found) : ''}
        isAllOpen={regions.every((region) => isRegionOpen(region) && isRestOpen(region))}
        onFold={foldAll}
      />
      {found === 0 && !isLooking && <p className={styles.none}>{nothingWords(query)}</p>}
      {found > 0 && (
        <TimelineFrame week={week}>
          {regions.map((each) => (
            <Region
              key={each.region.tid}
              region={each.region}
              shown={each.shown}
              week={week}
              isOpen={isRegionOpen(each)}
              isRestOpen={isRestOpen(each)}
              showsAll={isLooking || query.isOnlyMine}
              onToggle={(fold, isOpen) =>
                setLooked((before) => ({ ...before, folds: { ...before.folds, [fold]: isOpen } }))
              }
            />
          ))}
        </TimelineFrame>
      )}
    </>
  )
}

interface Looked {
  typed: string
  folds: Readonly<Record<string, boolean>>
}

const UNTOUCHED: Looked = { typed: '', folds: {} }

/** Open folds and typed names belong to what is shown and reset with it, without remounting, so the focus stays. */
function useLooked(shown: string) {
  const [state, setState] = useState({ shown, looked: UNTOUCHED })
  if (state.shown !== shown) setState({ shown, looked: UNTOUCHED })
  const change = (changed: (before: Looked) => Looked) =>
    setState((before) => ({ ...before, looked: changed(before.looked) }))
  return [state.looked, change] as const
}

interface NarrowedRegion {
  region: TimelineCategory
  shown: TimelineRow[]
}

function narrowed(
  regions: readonly TimelineCategory[],
  { typed, query, issues }: { typed: string; query: TimelineQuery; issues: Issues },
): NarrowedRegion[] {
  return regions
    .map((region) => ({
      region,
      shown: region.rows.filter(
        (row) =>
          isMeant(typed, { name: row.name, city: row.info }) &&
          (!query.isOnlyTroubled || isTroubled(row, issues)),
      ),
    }))
    .filter(({ shown }) => shown.length > 0)
}

function nothingWords({ isOnlyMine, isOnlyTroubled }: TimelineQuery) {
  if (!isOnlyMine) return 'No data center had an issue on these days.'
  return isOnlyTroubled
    ? 'None of your data centers here had an issue on these days.'
    : 'None of your data centers are here.'
}

function rowsOf(categories: readonly TimelineCategory[]) {
  return categories.flatMap(({ rows }) => rows)
}

function foundWords(amount: number) {
  return amount === 0 ? 'No data center matches' : `${counted(amount, 'data center')} found`
}

/**
 * Controls that need scripts are rendered if scripts run. Before React, the boot script holds events on
 * them.
 */
function CenterControls({
  path,
  query,
  typed,
  onType,
  foundWords,
  isAllOpen,
  onFold,
}: {
  path: string
  query: TimelineQuery
  typed: string
  onType: (typed: string) => void
  foundWords: string
  isAllOpen: boolean
  onFold: (isOpen: boolean) => void
}) {
  const inputId = useId()
  const isAlive = useIsAlive()
  const { isOnlyTroubled } = query
  const address = timelineAddress(path, { ...query, isOnlyTroubled: !isOnlyTroubled, post: undefined })
  return (
    <div className={styles.controls}>
      <search className={styles.find} data-alive={isAlive}>
        <label htmlFor={inputId} className="hidden">
          Find a data center by name or city
        </label>
        <input
          id={inputId}
          type="search"
          autoComplete="off"
          spellCheck={false}
          placeholder="Find a data center"
          value={typed}
          onChange={(event) => onType(event.currentTarget.value)}
          onKeyDown={({ key }) => {
            if (key === 'Escape') onType('')
          }}
        />
        <p role="status">{foundWords}</p>
      </search>
      <Link to={address} preventScrollReset className={`button ${styles.narrow}`}>
        {isOnlyTroubled ? 'Show all' : 'Only with issues'}
      </Link>
      <button
        type="button"
        className={`button ${styles.fold}`}
        data-alive={isAlive}
        onClick={() => onFold(!isAllOpen)}
      >
        {isAllOpen ? 'Collapse all' : 'Expand all'}
      </button>
    </div>
  )
}

const TABS: readonly [CentersType, string][] = [
  ['public', 'Public Data Center'],
  ['premium', 'Premium Data Center'],
]

/**
 * S-06: switching the type returns to the current week (S-07). The hidden tab says if something is wrong
 * there.
 */
function CenterTabs({
  path,
  query,
  otherState,
}: {
  path: string
  query: TimelineQuery
  otherState: CenterState
}) {
  return (
    <nav className={styles.tabs} aria-label="Data center types">
      {TABS.map(([centers, name]) => (
        <Link
          key={centers}
          to={timelineAddress(path, { ...query, centers, week: 0, post: undefined })}
          preventScrollReset
          aria-current={centers === query.centers ? 'true' : undefined}
        >
          {name}
          {centers !== query.centers && otherState !== 'operational' && <Mark state={otherState} />}
        </Link>
      ))}
    </nav>
  )
}

function Mark({ state }: { state: CenterState }) {
  const tone = toneOfState(state)
  return (
    <span
      className={`${tones.tone} ${styles.mark}`}
      data-tone={tone}
      title={`Some are ${centerStateWord(state)} now`}
    >
      <StateShape tone={tone} />
      <span className="hidden">, some {centerStateWord(state)} now</span>
    </span>
  )
}
