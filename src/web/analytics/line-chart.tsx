import { ChartTip, PointValues } from '../../ui/chart/chart-tip.tsx'
import { tipBeside } from '../../ui/chart/place-tip.ts'
import { useChosenPoint } from '../../ui/chart/use-chosen-point.ts'
import { useIsAlive } from '../parts/use-is-alive.ts'
import hues from '../threats/category.module.css'
import { CategoryShape } from '../threats/category-shape.tsx'
import { chartPointWords, pointSentence } from './figure-words.ts'
import type { Figures, ThreatLine } from './figures.ts'
import styles from './line-chart.module.css'
import { type LineLayout, lineLayout, PLOT_UNITS, pointAt, xPercentOf } from './line-layout.ts'
import looks from './line-look.module.css'

/**
 * O-05. Positions are percentages in attributes, so the chart fits any width without scripts and its text
 * keeps its size.
 */
export function LineChart({ figures, labelledBy }: { figures: Figures; labelledBy: string }) {
  const layout = lineLayout(figures)
  const count = figures.points.length
  const isAlive = useIsAlive()
  const { plot, index, handlers } = useChosenPoint(count, pointAt)
  const role = isAlive
    ? {
        role: 'slider',
        'aria-labelledby': labelledBy,
        tabIndex: 0,
        'aria-valuemin': 1,
        'aria-valuemax': count,
        'aria-valuenow': (index ?? count - 1) + 1,
        'aria-valuetext': pointSentence(figures, index ?? count - 1),
      }
    : { role: 'img', 'aria-labelledby': labelledBy }
  return (
    <div className={styles.chart}>
      <div className={styles.readout} data-readout>
        <PointReadout figures={figures} index={index ?? count - 1} />
      </div>
      <svg className={styles.values} aria-hidden="true">
        {layout.values.map(({ y, words }) => (
          <text key={words} x="100%" y={`${y}%`} textAnchor="end" dominantBaseline="central">
            {words}
          </text>
        ))}
      </svg>
      <div ref={plot} className={styles.plot} {...role} {...handlers}>
        <Lines layout={layout} index={index} count={count} />
        {index !== undefined && <PointTip figures={figures} index={index} />}
      </div>
      <Names layout={layout} />
      <svg className={styles.days} aria-hidden="true">
        {layout.days.map(({ index: at, x, words, isMain }) => (
          <g key={at} data-minor={isMain ? undefined : ''}>
            <line x1={`${x}%`} x2={`${x}%`} y2="5" />
            <text x={`${x}%`} y="1.35em" textAnchor="middle">
              {words}
            </text>
          </g>
        ))}
      </svg>
    </div>
  )
}

function Lines({ layout, index, count }: { layout: LineLayout; index: number | undefined; count: number }) {
  const crosshair = index === undefined ? undefined : `${xPercentOf(index, count)}%`
  return (
    <svg className={styles.drawing} aria-hidden="true">
      {layout.values.map(({ y, words }) => (
        <line
          key={words}
          className={styles.grid}
          data-zero={y === 100 ? '' : undefined}
          x2="100%"
          y1={`${y}%`}
          y2={`${y}%`}
        />
      ))}
      {crosshair !== undefined && (
        <line className={styles.crosshair} data-crosshair x1={crosshair} x2={crosshair} y2="100%" />
      )}
      <svg
        width="100%"
        height="100%"
        viewBox={`0 0 ${PLOT_UNITS} ${PLOT_UNITS}`}
        preserveAspectRatio="none"
        aria-hidden="true"
      >
        {layout.lines.map(({ key, category, look, path }) => (
          <path
            key={key}
            className={`${hues.category} ${looks.look} ${styles.line}`}
            data-category={category}
            data-look={look}
            vectorEffect="non-scaling-stroke"
            d={path}
          />
        ))}
      </svg>
      {layout.lines.map(({ key, category, look, places, end }) => {
        const dot = index === undefined ? end : places[index]
        return (
          dot !== undefined && (
            <circle
              key={key}
              className={`${hues.category} ${looks.look} ${styles.dot}`}
              data-category={category}
              data-look={look}
              cx={`${dot.x}%`}
              cy={`${dot.y}%`}
              r={index === undefined ? 3 : 4}
            />
          )
        )
      })}
    </svg>
  )
}

function Names({ layout }: { layout: LineLayout }) {
  return (
    <svg className={styles.names} aria-hidden="true">
      {layout.lines.map(({ key, category, look, title, end, labelY, isLabelMoved }) => (
        <g key={key} className={`${hues.category} ${looks.look}`} data-category={category} data-look={look}>
          {isLabelMoved && end !== undefined && (
            <line className={styles.leader} x1="6" x2="19" y1={`${end.y}%`} y2={`${labelY}%`} />
          )}
          {look !== 'category' && (
            <line className={styles.sample} x1="22" x2="44" y1={`${labelY}%`} y2={`${labelY}%`} />
          )}
          <text x={look === 'category' ? 22 : 50} y={`${labelY}%`} dominantBaseline="central">
            {title}
          </text>
        </g>
      ))}
    </svg>
  )
}

function PointTip({ figures, index }: { figures: Figures; index: number }) {
  const percent = xPercentOf(index, figures.points.length)
  return (
    <ChartTip place={(size, frame) => tipBeside((percent / 100) * frame.width, size, frame)}>
      <PointReadout figures={figures} index={index} />
    </ChartTip>
  )
}

function PointReadout({ figures, index }: { figures: Figures; index: number }) {
  const { title, values, total } = chartPointWords(figures, index)
  return (
    <PointValues
      title={title}
      values={values.map(({ line, words }) => ({
        key: line.key,
        mark: <LineMark line={line} />,
        name: line.title,
        words,
      }))}
      total={total}
    />
  )
}

function LineMark({ line: { category, look } }: { line: Pick<ThreatLine, 'category' | 'look'> }) {
  if (look === 'category') return <CategoryShape category={category} />
  return (
    <svg
      className={`${hues.category} ${looks.look} ${looks.sample}`}
      data-category={category}
      data-look={look}
      aria-hidden="true"
      focusable="false"
    >
      <line x2="100%" y1="50%" y2="50%" />
    </svg>
  )
}
