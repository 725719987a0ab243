import { type RefObject, useId } from 'react'
import { Link } from 'react-router'
import { exactNumber, shortNumber } from '../../domain/threats/number-words.ts'
import { type ThreatQuery, threatAddress } from '../../domain/threats/threat-query.ts'
import { ChartTip } from '../../ui/chart/chart-tip.tsx'
import { tipAbove } from '../../ui/chart/place-tip.ts'
import { useIsAlive } from '../parts/use-is-alive.ts'
import hues from '../threats/category.module.css'
import { LINE_HEIGHT } from './arc-label.ts'
import type { Figures } from './figures.ts'
import styles from './sunburst.module.css'
import { SUNBURST, type SunburstArc, sunburstLayout } from './sunburst-layout.ts'
import { CENTER, useArcs } from './use-arcs.ts'

const VIEW_BOX = `${-SUNBURST.halfWidth} ${-SUNBURST.halfHeight} ${2 * SUNBURST.halfWidth} ${2 * SUNBURST.halfHeight}`

export function Sunburst({ figures, query, path }: { figures: Figures; query: ThreatQuery; path: string }) {
  const arcs = sunburstLayout(figures.categories)
  const hintId = useId()
  const isAlive = useIsAlive()
  const { svg, shown, tabStop, handlers, noteMove } = useArcs({ arcs, query, path })
  // Without scripts there are no arrow keys, so every link is a tab stop.
  const isTabStop = (arc: SunburstArc) => (isAlive ? arc.key === tabStop : arc.kind === 'category')
  return (
    <figure className={styles.figure}>
      {/* biome-ignore lint/a11y/useSemanticElements: HTML has no element for a group inside a drawing */}
      <svg
        ref={svg}
        className={styles.drawing}
        viewBox={VIEW_BOX}
        role="group"
        aria-label="Sunburst of blocked threats"
        aria-describedby={hintId}
        data-alive={isAlive ? '' : undefined}
        {...handlers}
      >
        {arcs.length === 0 && <circle className={styles.nothing} r="110" />}
        {arcs.map((arc) => (
          <Arc
            key={arc.key}
            arc={arc}
            target={targetOf(arc, query, path)}
            tabIndex={isTabStop(arc) ? 0 : -1}
            onFollow={noteMove(CENTER)}
          />
        ))}
        {shown !== undefined && <path className={styles.ring} d={shown.path} />}
        <Center figures={figures} query={query} path={path} onFollow={noteMove(query.category ?? CENTER)} />
      </svg>
      <figcaption id={hintId} className="hidden">
        {arcs.length === 0
          ? 'Nothing was blocked.'
          : 'Use the arrow keys to move between parts and Enter to open a category. The tables next to it have all figures.'}
      </figcaption>
      {shown !== undefined && <ArcTip arc={shown} svg={svg} />}
    </figure>
  )
}

function targetOf({ kind, category }: SunburstArc, query: ThreatQuery, path: string) {
  const isDrillable = kind === 'category' && query.category === undefined
  return isDrillable ? threatAddress(path, { ...query, category }) : undefined
}

function Arc({
  arc,
  target,
  tabIndex,
  onFollow,
}: {
  arc: SunburstArc
  target: string | undefined
  tabIndex: number
  onFollow: () => void
}) {
  const look = {
    className: `${hues.category} ${styles.arc}`,
    'data-category': arc.category,
    'data-kind': arc.kind,
    'data-arc': arc.key,
    tabIndex,
  }
  const words = `${arc.name}: ${exactNumber(arc.blocked)} blocked, ${arc.share}`
  const drawing = (
    <>
      <path d={arc.path} fillOpacity={arc.tint} />
      {arc.label !== undefined && (
        <text
          transform={`translate(${arc.label.x} ${arc.label.y}) rotate(${arc.label.rotation})`}
          textAnchor="middle"
          dominantBaseline="central"
          fontSize={arc.label.size}
        >
          <Words lines={arc.label.lines} />
        </text>
      )}
      {arc.callout !== undefined && (
        <>
          <path className={styles.leader} d={arc.callout.leader} />
          <text
            className={styles.callout}
            transform={`translate(${arc.callout.x} ${arc.callout.y})`}
            textAnchor={arc.callout.anchor}
            dominantBaseline="central"
          >
            <Words lines={arc.callout.lines} />
          </text>
        </>
      )}
    </>
  )
  if (target === undefined) {
    return (
      // biome-ignore lint/a11y/noInteractiveElementToNoninteractiveRole: arrow keys lead here so that screen readers announce it
      <g {...look} role="img" aria-label={words}>
        {drawing}
      </g>
    )
  }
  return (
    <Link {...look} to={target} aria-label={words} preventScrollReset onClick={onFollow}>
      {drawing}
    </Link>
  )
}

function Words({ lines }: { lines: readonly string[] }) {
  return lines.map((line, index) => (
    <tspan key={line} x="0" dy={`${index === 0 ? ((1 - lines.length) * LINE_HEIGHT) / 2 : LINE_HEIGHT}em`}>
      {`${line} `}
    </tspan>
  ))
}

function Center({
  figures,
  query,
  path,
  onFollow,
}: {
  figures: Figures
  query: ThreatQuery
  path: string
  onFollow: () => void
}) {
  const [only] = query.category === undefined ? [] : figures.categories
  const total = (
    <text className={styles.total} textAnchor="middle" y={only === undefined ? 2 : -4}>
      {`${shortNumber(figures.total)} `}
    </text>
  )
  if (only === undefined) {
    return (
      <g className={styles.center}>
        {total}
        <text className={styles.what} textAnchor="middle" y="19">
          blocked
        </text>
      </g>
    )
  }
  return (
    <Link
      className={styles.center}
      to={threatAddress(path, { ...query, category: undefined })}
      aria-label={`${shortNumber(figures.total)} ${only.title} ‹ All categories`}
      preventScrollReset
      data-center=""
      onClick={onFollow}
    >
      <circle r="54" />
      {total}
      <text className={styles.what} textAnchor="middle" y="13">
        {`${only.title} `}
      </text>
      <text className={styles.out} textAnchor="middle" y="32">
        ‹ All
      </text>
    </Link>
  )
}

function ArcTip({ arc, svg }: { arc: SunburstArc; svg: RefObject<SVGSVGElement | null> }) {
  return (
    <ChartTip
      place={(size, frame) => {
        const width = svg.current?.getBoundingClientRect().width ?? frame.width
        const scale = width / (2 * SUNBURST.halfWidth)
        const left = (frame.width - width) / 2
        const anchor = {
          x: left + (SUNBURST.halfWidth + arc.middle.x) * scale,
          y: (SUNBURST.halfHeight + arc.middle.y) * scale,
        }
        return tipAbove(anchor, size, frame)
      }}
    >
      <strong>{arc.name}</strong>
      <br />
      {exactNumber(arc.blocked)} · {arc.share}
    </ChartTip>
  )
}
