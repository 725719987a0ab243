import type { Cloud, Product } from '../../domain/cloud.ts'
import { SELECTOR_COLUMNS } from '../../domain/constants.ts'

export interface ProductGroup<C> {
  product: Product
  clouds: C[]
}

/** N-02: the first five products each start a column; later ones join the shortest column, leftmost on a tie. */
export function selectorColumns<C extends Pick<Cloud, 'type'>>(
  products: readonly Product[],
  clouds: readonly C[],
): ProductGroup<C>[][] {
  const columns: ProductGroup<C>[][] = []
  for (const group of groupByProduct(products, clouds)) {
    if (columns.length < SELECTOR_COLUMNS) columns.push([group])
    else shortest(columns).push(group)
  }
  return columns
}

export function groupByProduct<C extends Pick<Cloud, 'type'>>(
  products: readonly Product[],
  clouds: readonly C[],
): ProductGroup<C>[] {
  return products
    .map((product) => ({ product, clouds: clouds.filter((cloud) => cloud.type === product.machine_name) }))
    .filter((group) => group.clouds.length > 0)
}

function shortest<C>(columns: ProductGroup<C>[][]) {
  return columns.reduce((best, column) => (rows(column) < rows(best) ? column : best))
}

function rows(column: ProductGroup<unknown>[]) {
  return column.reduce((sum, group) => sum + 1 + group.clouds.length, 0)
}
