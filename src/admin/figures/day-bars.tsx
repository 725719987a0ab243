import { shortDayWords } from '../../domain/calendar/day-words.ts'
import { exactNumber, shortNumber } from '../../domain/threats/number-words.ts'
import { dayTicks } from '../../ui/chart/axis-ticks.ts'
import { ChartTip, PointValues } from '../../ui/chart/chart-tip.tsx'
import { tipBeside } from '../../ui/chart/place-tip.ts'
import { useChosenPoint } from '../../ui/chart/use-chosen-point.ts'
import styles from './day-bars.module.css'
import { barLayout, type DaySeries, totalOf } from './day-series.ts'
import hues from './hue.module.css'

/** Z-06. Positions are percentages in attributes, so that it fits any width and its text keeps its size. */
export function DayBars({
  days,
  series,
  labelledBy,
  valueWords = exactNumber,
  tickWords = shortNumber,
}: {
  days: readonly string[]
  series: readonly DaySeries[]
  labelledBy: string
  valueWords?: (value: number) => string
  tickWords?: (value: number) => string
}) {
  const count = days.length
  const { ticks, bars } = barLayout(count, series)
  const { plot, index, handlers } = useChosenPoint(count, dayAt)
  const described = index ?? count - 1
  const slot = 100 / count
  return (
    <div className={styles.chart}>
      {series.length > 1 && <Legend series={series} />}
      <svg className={styles.values} aria-hidden="true">
        {ticks.map(({ value, y }) => (
          <text key={value} x="100%" y={`${y}%`} textAnchor="end" dominantBaseline="central">
            {tickWords(value)}
          </text>
        ))}
      </svg>
      <div
        ref={plot}
        className={styles.plot}
        role="slider"
        tabIndex={0}
        aria-labelledby={labelledBy}
        aria-valuemin={1}
        aria-valuemax={count}
        aria-valuenow={described + 1}
        aria-valuetext={daySentence(days[described] ?? '', series, described, valueWords)}
        {...handlers}
      >
        <svg className={styles.drawing} aria-hidden="true">
          {index !== undefined && (
            <rect className={styles.chosen} x={`${index * slot}%`} width={`${slot}%`} height="100%" />
          )}
          {ticks.map(({ value, y }) => (
            <line
              key={value}
              className={styles.grid}
              data-zero={value === 0 ? '' : undefined}
              x2="100%"
              y1={`${y}%`}
              y2={`${y}%`}
            />
          ))}
          {bars.map(({ x, width, parts }, day) =>
            parts.map(({ key, hue, y, height }) => (
              <rect
                key={`${days[day]} ${key}`}
                className={`${hues.hue} ${styles.part}`}
                data-hue={hue}
                x={`${x}%`}
                y={`${y}%`}
                width={`${width}%`}
                height={`${height}%`}
              />
            )),
          )}
        </svg>
        {index !== undefined && (
          <ChartTip place={(size, frame) => tipBeside(((index + 0.5) / count) * frame.width, size, frame)}>
            <PointValues
              title={shortDayWords(days[index] ?? '')}
              values={series.map(({ key, title, hue, values }) => ({
                key,
                mark: <Swatch hue={hue} />,
                name: title,
                words: valueWords(values[index] ?? 0),
              }))}
              total={series.length > 1 ? valueWords(totalOf(series, index)) : undefined}
            />
          </ChartTip>
        )}
      </div>
      <svg className={styles.days} aria-hidden="true">
        {dayTicks(days, 'day').map(({ index: at, words, isMain }) => (
          <text
            key={at}
            data-minor={isMain ? undefined : ''}
            x={`${at === count - 1 ? 100 : (at + 0.5) * slot}%`}
            y="1.35em"
            textAnchor={at === count - 1 ? 'end' : 'middle'}
          >
            {words}
          </text>
        ))}
      </svg>
    </div>
  )
}

function Legend({ series }: { series: readonly DaySeries[] }) {
  return (
    <ul className={styles.legend} aria-hidden="true">
      {series.map(({ key, title, hue }) => (
        <li key={key}>
          <Swatch hue={hue} />
          {title}
        </li>
      ))}
    </ul>
  )
}

function Swatch({ hue }: { hue: string }) {
  return (
    <svg className={`${hues.hue} ${styles.swatch}`} data-hue={hue} aria-hidden="true" focusable="false">
      <rect width="100%" height="100%" />
    </svg>
  )
}

function daySentence(
  day: string,
  series: readonly DaySeries[],
  index: number,
  valueWords: (value: number) => string,
) {
  const each = series.map(({ title, values }) => `${title} ${valueWords(values[index] ?? 0)}`)
  return `${shortDayWords(day)}: ${each.join(', ')}`
}

function dayAt(percent: number, count: number): number {
  return Math.max(0, Math.min(count - 1, Math.floor((percent / 100) * count)))
}
