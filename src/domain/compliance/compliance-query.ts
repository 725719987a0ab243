export type ComplianceColumn = 'description' | 'date'

/** C-01: how the table is sorted; undefined is as staff wrote it. */
export interface ComplianceSort {
  column: ComplianceColumn
  order: 'asc' | 'desc'
}

/** Bad values ask for nothing, as everywhere in addresses. */
export function complianceSort(query: URLSearchParams): ComplianceSort | undefined {
  const column = query.get('sort')
  if (column !== 'description' && column !== 'date') return undefined
  return { column, order: query.get('order') === 'desc' ? 'desc' : 'asc' }
}

export function complianceAddress(path: string, sort: ComplianceSort | undefined): string {
  if (sort === undefined) return path
  const query = new URLSearchParams({ sort: sort.column })
  if (sort.order === 'desc') query.set('order', sort.order)
  return `${path}?${query}`
}

/** What the title of a column leads to: it from its first end, then from its last. */
export function nextSort(sort: ComplianceSort | undefined, column: ComplianceColumn): ComplianceSort {
  const isTurned = sort?.column === column && sort.order === 'asc'
  return { column, order: isTurned ? 'desc' : 'asc' }
}
