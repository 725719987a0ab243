import { useLocation } from 'react-router'
import { Pagination } from '../../ui/parts/pagination.tsx'

/** `page` in the address is zero-based. */
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
