export type ComplianceColumn = 'description' | 'date'

/** C-01: how the table is sorted; if undefined, in the order that staff chose. */
export interface ComplianceSort {
  column: ComplianceColumn
  order: 'asc' | 'desc'
}

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

export function nextSort(sort: ComplianceSort | undefined, column: ComplianceColumn): ComplianceSort {
  const isTurned = sort?.column === column && sort.order === 'asc'
  return { column, order: isTurned ? 'desc' : 'asc' }
}
