import type { ReactNode } from 'react'
import { NavLink } from 'react-router'
import { Chip } from '../../parts/chip.tsx'
import { OrderList } from '../order/order-list.tsx'
import type { NounPath, RowOf } from './noun-calls.ts'
import styles from './noun-list.module.css'
import { type NounSpec, type RowGroup, rowOf } from './noun-spec.ts'

/** In the groups and order that readers see. */
export function NounList<P extends NounPath>({
  spec,
  groups,
  search,
  onOrder,
}: {
  spec: NounSpec<P>
  groups: readonly RowGroup<P>[]
  search: string
  onOrder: (group: RowGroup<P>, ids: number[], moved: string) => void
}) {
  return (
    <div className={styles.groups}>
      {groups.map((group) => (
        <section key={group.key} aria-label={group.title}>
          {(group.title !== undefined || group.actions !== undefined) && (
            <header className={styles.head}>
              <h2>{group.title}</h2>
              {group.actions}
            </header>
          )}
          {group.rows.length === 0 && <p className={styles.none}>{group.empty ?? 'Nothing here yet.'}</p>}
          <Rows spec={spec} group={group} onOrder={onOrder}>
            {(row) => <RowLink spec={spec} row={row} search={search} />}
          </Rows>
        </section>
      ))}
    </div>
  )
}

function Rows<P extends NounPath>({
  spec,
  group,
  onOrder,
  children,
}: {
  spec: NounSpec<P>
  group: RowGroup<P>
  onOrder: (group: RowGroup<P>, ids: number[], moved: string) => void
  children: (row: RowOf<P>) => ReactNode
}) {
  if (group.rows.length === 0) return null
  const label = group.title ?? spec.title
  if (spec.order === undefined) {
    return (
      <ul className={styles.rows} aria-label={label}>
        {group.rows.map((row) => (
          <li key={rowOf(row).id}>{children(row)}</li>
        ))}
      </ul>
    )
  }
  const items = group.rows.map((row) => ({ id: rowOf(row).id, name: spec.words(row).name, row }))
  return (
    <OrderList label={label} items={items} onOrder={(ids, { name }) => onOrder(group, ids, name)}>
      {({ row }) => children(row)}
    </OrderList>
  )
}

function RowLink<P extends NounPath>({
  spec,
  row,
  search,
}: {
  spec: NounSpec<P>
  row: RowOf<P>
  search: string
}) {
  const { name, detail, chip } = spec.words(row)
  const { id, is_retired: isRetired = false } = rowOf(row)
  return (
    <NavLink
      to={`/admin/site/${spec.part}/${id}${search}`}
      className={styles.row ?? ''}
      data-retired={isRetired ? '' : undefined}
      preventScrollReset
    >
      <span className={styles.words}>
        <span className={styles.name}>{name}</span>
        {detail !== undefined && <span className={styles.detail}>{detail}</span>}
      </span>
      {isRetired ? <Chip tone="quiet">Retired</Chip> : chip}
    </NavLink>
  )
}
