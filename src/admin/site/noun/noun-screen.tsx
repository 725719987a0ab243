import { Link, useLocation, useParams } from 'react-router'
import { EmptyState } from '../../parts/empty-state.tsx'
import { Loaded } from '../../parts/loaded.tsx'
import { ListAndEdit } from '../frame/list-and-edit.tsx'
import { SiteScreenFrame } from '../frame/site-screen-frame.tsx'
import { useOrder } from '../order/use-order.ts'
import type { NounPath, RowOf } from './noun-calls.ts'
import { NounForm } from './noun-form.tsx'
import { NounList } from './noun-list.tsx'
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
