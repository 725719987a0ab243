import type { Cloud } from '../../domain/cloud.ts'
import { gravestOf } from '../../domain/map/center-state.ts'
import { Caret } from '../../ui/parts/caret.tsx'
import { Drawer } from '../../ui/parts/drawer.tsx'
import { useRoot } from '../../ui/root-data.ts'
import styles from './cloud-drawer.module.css'
import { CloudLink } from './cloud-link.tsx'
import { CloudMark } from './cloud-mark.tsx'
import { groupByProduct, type ProductGroup } from './selector-columns.ts'
import { stateWord } from './state-word.ts'

export function CloudDrawer({ current, onClose }: { current: Cloud; onClose: () => void }) {
  const { products, clouds } = useRoot().global
  return (
    <Drawer className={styles.drawer} aria-labelledby="cloud-drawer-title" onClose={onClose}>
      {(close) => (
        <>
          <div className={styles.head}>
            <h2 id="cloud-drawer-title">Choose a cloud</h2>
            <button type="button" className={styles.close} onClick={close}>
              Close
            </button>
          </div>
          <div>
            {groupByProduct(products, clouds).map((group) => (
              <Product key={group.product.machine_name} group={group} current={current} onChosen={close} />
            ))}
          </div>
        </>
      )}
    </Drawer>
  )
}

function Product({
  group: { product, clouds },
  current,
  onChosen,
}: {
  group: ProductGroup<Cloud>
  current: Cloud
  onChosen: () => void
}) {
  const state = gravestOf(clouds.map((cloud) => cloud.state))
  return (
    <details name="products" className={styles.product} open={product.machine_name === current.type}>
      <summary>
        <span className={styles.title}>{product.title}</span>
        {state === 'operational' ? (
          <span className={styles.count}>
            {clouds.length} <span className="hidden">{clouds.length === 1 ? 'cloud' : 'clouds'}</span>
          </span>
        ) : (
          <>
            <CloudMark state={state} />
            <span className="hidden">, {stateWord(state)}</span>
          </>
        )}
        <Caret className={styles.chevron} />
      </summary>
      <ul>
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
    </details>
  )
}
