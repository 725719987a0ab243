import { pointTold } from './figure-words.ts'
import type { Figures } from './figures.ts'
import { LineMark } from './line-mark.tsx'
import styles from './point-readout.module.css'

/** O-05: the values of all lines at one point, largest first. Also serves as the legend. */
export function PointReadout({ figures, index }: { figures: Figures; index: number }) {
  const { title, values, total } = pointTold(figures, index)
  return (
    <>
      <strong>{title}</strong>
      {values.length === 0 && <p>No figures</p>}
      <dl className={styles.told}>
        {values.map(({ line, words }) => (
          <div key={line.key}>
            <dt>
              <LineMark line={line} />
              {line.title}
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
