import { useId } from 'react'
import type { Cloud } from '../../domain/cloud.ts'
import { useRoot } from '../../ui/root-data.ts'
import { CloudLink } from './cloud-link.tsx'
import styles from './cloud-panel.module.css'
import { type ProductGroup, selectorColumns } from './selector-columns.ts'

export function CloudPanel({ current, onChosen }: { current: Cloud; onChosen: () => void }) {
  const { products, clouds } = useRoot().global
  return (
    <nav className={styles.panel} aria-label="Clouds">
      <div className={`page ${styles.columns}`}>
        {selectorColumns(products, clouds).map((column) => (
          <div key={column[0]?.product.machine_name} className={styles.column} data-column="">
            {column.map((group) => (
              <Group key={group.product.machine_name} group={group} current={current} onChosen={onChosen} />
            ))}
          </div>
        ))}
      </div>
    </nav>
  )
}

function Group({
  group: { product, clouds },
  current,
  onChosen,
}: {
  group: ProductGroup<Cloud>
  current: Cloud
  onChosen: () => void
}) {
  const titleId = useId()
  return (
    <div>
      <p id={titleId} className={styles.product}>
        {product.title}
      </p>
      <ul className={styles.clouds} aria-labelledby={titleId}>
        {clouds.map((cloud) => (
          <li key={cloud.machine_name}>
            <CloudLink
              cloud={cloud}
              isCurrent={cloud.machine_name === current.machine_name}
              onChosen={onChosen}
            />
          </li>
        ))}
      </ul>
    </div>
  )
}
