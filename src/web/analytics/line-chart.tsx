import { useIsAlive } from '../parts/use-is-alive.ts'
import hues from '../threat-map/category.module.css'
import { CategoryShape } from '../threat-map/category-shape.tsx'
import { ChartTip } from './chart-tip.tsx'
import { pointSentence, pointTold } from './figure-words.ts'
import type { Figures } from './figures.ts'
import styles from './line-chart.module.css'
import { type LineLayout, lineLayout, PLOT_UNITS, placeOf } from './line-layout.ts'
import { tipBeside } from './place-tip.ts'
import { useCrosshair } from './use-crosshair.ts'

/**
 * O-05: a line for each category, named at its end. Places are percent in attributes, so that the chart fits any width
 * before scripts run and without them, and its words keep their size.
 */
export function LineChart({ figures, labelledBy }: { figures: Figures; labelledBy: string }) {
  const layout = lineLayout(figures)
  const count = figures.points.length
  const isAlive = useIsAlive()
  const { plot, index, handlers } = useCrosshair(count)
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
  const crosshair = index === undefined ? undefined : `${placeOf(index, count)}%`
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
        {layout.lines.map(({ category, path }) => (
          <path
            key={category}
            className={`${hues.category} ${styles.line}`}
            data-category={category}
            vectorEffect="non-scaling-stroke"
            d={path}
          />
        ))}
      </svg>
      {layout.lines.map(({ category, places, end }) => {
        const dot = index === undefined ? end : places[index]
        return (
          dot !== undefined && (
            <circle
              key={category}
              className={`${hues.category} ${styles.dot}`}
              data-category={category}
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

/** In one line where there is room, else a word a line. */
function Names({ layout }: { layout: LineLayout }) {
  return (
    <svg className={styles.names} aria-hidden="true">
      {layout.lines.map(({ category, title, labelY }) => (
        <g key={category} className={hues.category} data-category={category}>
          <text className={styles.wide} y={`${labelY}%`} dominantBaseline="central">
            {title}
          </text>
          <text className={styles.narrow} y={`${labelY}%`}>
            {title.split(' ').map((word, index, words) => (
              <tspan key={word} x="0" dy={`${index === 0 ? 0.9 - words.length * 0.55 : 1.1}em`}>
                {word}
              </tspan>
            ))}
          </text>
        </g>
      ))}
    </svg>
  )
}

function PointTip({ figures, index }: { figures: Figures; index: number }) {
  const { title, values, total } = pointTold(figures, index)
  const percent = placeOf(index, figures.points.length)
  return (
    <ChartTip place={(size, frame) => tipBeside((percent / 100) * frame.width, size, frame)}>
      <strong>{title}</strong>
      {values.length === 0 && <p>No figures</p>}
      <dl className={styles.told}>
        {values.map(({ category, title: name, words }) => (
          <div key={category}>
            <dt>
              <CategoryShape category={category} />
              {name}
            </dt>
            <dd>{words}</dd>
          </div>
        ))}
        {total !== undefined && (
          <div>
            <dt>Together</dt>
            <dd>{total}</dd>
          </div>
        )}
      </dl>
    </ChartTip>
  )
}
