import type { ReactNode } from 'react'
import { Link, NavLink, useLocation, useParams } from 'react-router'
import { Chip } from '../../parts/chip.tsx'
import { EmptyState } from '../../parts/empty-state.tsx'
import { Loaded } from '../../parts/loaded.tsx'
import { SiteScreenFrame } from '../frame/site-screen-frame.tsx'
import { OrderList } from '../order/order-list.tsx'
import { useOrder } from '../order/use-order.ts'
import type { NounPath, RowOf } from './noun-calls.ts'
import { NounForm } from './noun-form.tsx'
import styles from './noun-screen.module.css'
import { type NounSpec, type RowGroup, rowOf } from './noun-spec.ts'
import type { NounRows } from './use-rows.ts'

const NEW = 'new'

/** Z-04: a list with the item from the address beside it. */
export function NounScreen<P extends NounPath>({ spec, read }: { spec: NounSpec<P>; read: NounRows<P> }) {
  const { id } = useParams()
  const { search } = useLocation()
  const home = `/admin/site/${spec.part}`
  return (
    <SiteScreenFrame
      title={spec.title}
      lead={spec.lead}
      actions={
        <>
          {spec.actions}
          {!spec.isFull && (
            <Link className="button primary" to={`${home}/${NEW}${search}`} preventScrollReset>
              New {spec.one}
            </Link>
          )}
        </>
      }
    >
      <Loaded called={read.called as never} onRetry={read.reload} lines={8}>
        {() => (
          <ListAndEdit
            home={`${home}${search}`}
            homeWords={spec.title}
            above={spec.above}
            list={<OrderedList spec={spec} rows={read.rows} reload={read.reload} search={search} />}
          >
            {id !== undefined && (
              <Chosen spec={spec} id={id} rows={read.rows} reload={read.reload} search={search} />
            )}
          </ListAndEdit>
        )}
      </Loaded>
    </SiteScreenFrame>
  )
}

function OrderedList<P extends NounPath>({
  spec,
  rows,
  reload,
  search,
}: {
  spec: NounSpec<P>
  rows: readonly RowOf<P>[]
  reload: () => void
  search: string
}) {
  const ordered = useOrder(spec.path, rows as readonly (RowOf<P> & { id: number })[], reload)
  const groups = spec.groups(ordered.rows)
  const idsOf = (group: RowGroup<P>) => group.rows.map((row) => rowOf(row).id)

  function onOrder(group: RowGroup<P>, ids: number[], moved: string) {
    const isAll = spec.order === 'all'
    const before = isAll ? groups.flatMap(idsOf) : idsOf(group)
    const now = isAll ? groups.flatMap((each) => (each.key === group.key ? ids : idsOf(each))) : ids
    ordered.order(now, before, `${moved} was moved.`)
  }

  return <NounList spec={spec} groups={groups} search={search} onOrder={onOrder} />
}

function Chosen<P extends NounPath>({
  spec,
  id,
  rows,
  reload,
  search,
}: {
  spec: NounSpec<P>
  id: string
  rows: readonly RowOf<P>[]
  reload: () => void
  search: string
}) {
  if (id === NEW) return <NounForm key={NEW} spec={spec} row={undefined} reload={reload} search={search} />
  const row = rows.find((each) => String(rowOf(each).id) === id)
  if (row === undefined) {
    return (
      <EmptyState title={`This ${spec.one} doesn’t exist.`}>
        It may have been removed, or the address is wrong.
      </EmptyState>
    )
  }
  return <NounForm key={id} spec={spec} row={row} reload={reload} search={search} />
}

function ListAndEdit({
  home,
  homeWords,
  above,
  list,
  children,
}: {
  home: string
  homeWords: string
  above?: ReactNode
  list: ReactNode
  children: ReactNode
}) {
  const isChosen = children !== undefined && children !== null && children !== false
  return (
    <div className={styles.frame} data-chosen={isChosen ? '' : undefined}>
      <div className={styles.list}>
        {above}
        {list}
      </div>
      {isChosen && (
        <div className={styles.chosen}>
          <Link to={home} className={styles.back} preventScrollReset>
            <span aria-hidden="true">← </span>
            {homeWords}
          </Link>
          {children}
        </div>
      )}
    </div>
  )
}

function NounList<P extends NounPath>({
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
