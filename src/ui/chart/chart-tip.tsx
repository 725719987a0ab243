import { type ReactNode, useLayoutEffect, useRef } from 'react'
import styles from './chart-tip.module.css'
import type { TipFrame, TipPlace } from './place-tip.ts'

/**
 * A visual tooltip over a chart; screen readers get its content from the focused element. Positioned by script, since
 * it only exists with scripts.
 */
export function ChartTip({
  place,
  children,
}: {
  place: (size: { width: number; height: number }, frame: TipFrame) => TipPlace
  children: ReactNode
}) {
  const box = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    const frame = box.current?.offsetParent
    if (box.current === null || frame == null) return
    const { offsetWidth: width, offsetHeight: height } = box.current
    const { left, top } = place(
      { width, height },
      { width: frame.clientWidth, height: frame.clientHeight, roomAbove: frame.getBoundingClientRect().top },
    )
    box.current.style.left = `${left}px`
    box.current.style.top = `${top}px`
  })
  return (
    <div ref={box} className={styles.tip} data-tip aria-hidden="true">
      {children}
    </div>
  )
}

export function PointValues({
  title,
  values,
  total,
}: {
  title: string
  values: readonly { key: string; mark: ReactNode; name: string; words: string }[]
  total: string | undefined
}) {
  return (
    <>
      <strong>{title}</strong>
      {values.length === 0 && <p>No figures</p>}
      <dl className={styles.values}>
        {values.map(({ key, mark, name, words }) => (
          <div key={key}>
            <dt>
              {mark}
              {name}
            </dt>
            <dd>{words}</dd>
          </div>
        ))}
        {total !== undefined && (
          <div className={styles.total}>
            <dt>Total</dt>
            <dd>{total}</dd>
          </div>
        )}
      </dl>
    </>
  )
}
