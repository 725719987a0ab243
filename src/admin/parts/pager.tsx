import { useLocation } from 'react-router'
import { Pagination } from '../../ui/parts/pagination.tsx'

/** Pages of what the address asks for; `page` in it counts from 0. */
export function Pager({ current, total }: { current: number; total: number }) {
  const { pathname, search } = useLocation()
  return (
    <Pagination
      current={current}
      total={total}
      addressOf={(page) => {
        const query = new URLSearchParams(search)
        if (page === 0) query.delete('page')
        else query.set('page', String(page))
        const asked = query.toString()
        return asked === '' ? pathname : `${pathname}?${asked}`
      }}
    />
  )
}
