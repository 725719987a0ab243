import type { Cloud } from '../../domain/cloud.ts'
import { menuPath, type SubMenuItem } from '../../domain/menu.ts'

/** G-07: an item with route `/` is current only there; others also on the pages below them. */
export function isCurrentItem(
  item: Pick<SubMenuItem, 'route' | 'deep_link'>,
  cloud: Pick<Cloud, 'domain' | 'machine_name'>,
  path: string,
): boolean {
  const target = menuPath(item, cloud)
  return path === target || (item.route !== '/' && path.startsWith(`${target}/`))
}
