/** What of a list the address asks for. People count pages from 1, the API from 0. */
export interface ListQuery {
  page: number
  category: number | undefined
}

/** Bad values are no reason to refuse a page: they ask for nothing. */
export function listQuery(query: URLSearchParams): ListQuery {
  const page = wholeNumber(query.get('page'), LAST_PAGE)
  return { page: page === undefined ? 0 : page - 1, category: wholeNumber(query.get('category'), LAST_ID) }
}

/** The address of a page of a list; the first page and no filter go without saying. */
export function listAddress(path: string, { page, category }: ListQuery): string {
  const query = new URLSearchParams()
  if (category !== undefined) query.set('category', String(category))
  if (page > 0) query.set('page', String(page + 1))
  return query.size === 0 ? path : `${path}?${query}`
}

/** The API refuses anything beyond these. */
const LAST_PAGE = 100_001
const LAST_ID = 2_147_483_647

function wholeNumber(value: string | null, largest: number) {
  if (value === null || !/^[1-9]\d{0,9}$/.test(value)) return undefined
  const number = Number(value)
  return number <= largest ? number : undefined
}
