import { menuPath, pagesOfMenu, visibleMenu } from '../../domain/menu.ts'
import type { PageContext } from '../page.ts'

export function cloudStatusPath({
  global,
  cloud,
}: Pick<PageContext, 'global' | 'cloud'>): string | undefined {
  const pages = pagesOfMenu(visibleMenu(global.menu.main_menu, cloud))
  const item = pages.find(({ component }) => component === 'cloud_status')
  return item === undefined ? undefined : menuPath(item, cloud)
}
