import { type KeyboardEvent, type PointerEvent, useRef, useState } from 'react'
import { shortDayWords } from '../../domain/calendar/day-words.ts'
import { exactNumber, shortNumber } from '../../domain/threats/number-words.ts'
import { dayTicks } from '../../ui/chart/axis-ticks.ts'
import { ChartTip } from '../../ui/chart/chart-tip.tsx'
import { indexAfterKey } from '../../ui/chart/index-after-key.ts'
import { tipBeside } from '../../ui/chart/place-tip.ts'
import styles from './day-bars.module.css'
import { barLayout, type DaySeries, totalOf } from './day-series.ts'
import hues from './hue.module.css'

/**
 * Z-06: one bar per day. Positions are percentages in attributes, as in the public charts, so that it fits any width
 * and its text keeps its size. Arrow keys move between days.
 */
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
  const { plot, index, handlers } = useChosenDay(count)
  const told = index ?? count - 1
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
        aria-valuenow={told + 1}
        aria-valuetext={daySentence(days[told] ?? '', series, told, valueWords)}
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
            <DayTold day={days[index] ?? ''} series={series} index={index} valueWords={valueWords} />
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

function DayTold({
  day,
  series,
  index,
  valueWords,
}: {
  day: string
  series: readonly DaySeries[]
  index: number
  valueWords: (value: number) => string
}) {
  return (
    <>
      <strong>{shortDayWords(day)}</strong>
      <dl className={styles.told}>
        {series.map(({ key, title, hue, values }) => (
          <div key={key}>
            <dt>
              <Swatch hue={hue} />
              {title}
            </dt>
            <dd>{valueWords(values[index] ?? 0)}</dd>
          </div>
        ))}
        {series.length > 1 && (
          <div className={styles.total}>
            <dt>Total</dt>
            <dd>{valueWords(totalOf(series, index))}</dd>
          </div>
        )}
      </dl>
    </>
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

function useChosenDay(count: number) {
  const plot = useRef<HTMLDivElement>(null)
  const [asked, setIndex] = useState<number>()
  const index = asked === undefined || count === 0 ? undefined : Math.min(asked, count - 1)

  const follow = ({ clientX }: PointerEvent) => {
    const box = plot.current?.getBoundingClientRect()
    if (box === undefined || box.width === 0) return
    const slot = Math.floor(((clientX - box.left) / box.width) * count)
    setIndex(Math.max(0, Math.min(count - 1, slot)))
  }
  const handlers = {
    onPointerDown: follow,
    onPointerMove: follow,
    onPointerLeave: ({ pointerType }: PointerEvent) => {
      // Lifting a finger also fires this event. The day stays until focus moves away.
      if (pointerType !== 'touch') setIndex(undefined)
    },
    onFocus: () => {
      if (plot.current?.matches(':focus-visible')) setIndex((before) => before ?? count - 1)
    },
    onBlur: () => setIndex(undefined),
    onKeyDown: (event: KeyboardEvent) => {
      if (event.key === 'Escape') return setIndex(undefined)
      if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return
      const next = indexAfterKey(index ?? count - 1, event.key, count)
      if (next === undefined) return
      event.preventDefault()
      setIndex(next)
    },
  }
  return { plot, index, handlers }
}
