import { type Cloud, isGovernmental } from '../../domain/cloud.ts'
import type { SubMenuItem } from '../../domain/menu.ts'
import type { ShownGlobal } from '../../ui/root-data.ts'

const NOTIFICATIONS = 'notifications'

export interface OutsideLink {
  label: string
  href: string
  description: string
}

/** N-07: two help site pages under Notifications, except on government clouds. */
export function outsideLinksOf(
  { id }: Pick<SubMenuItem, 'id'>,
  { global, cloud }: { global: ShownGlobal; cloud: Cloud },
): OutsideLink[] {
  const { help_url, name } = global.provider
  if (id !== NOTIFICATIONS || help_url === '' || isGovernmental(cloud, global.isGov)) return []
  return [
    {
      label: 'Vulnerability Management Status',
      href: `${help_url}/vulnerability-management-status`,
      description: `How ${name} finds and fixes vulnerabilities in its own products, on the help site.`,
    },
    {
      label: 'Zero Trust Branch',
      href: `${help_url}/zero-trust-branch`,
      description: 'News about Zero Trust Branch, on the help site.',
    },
  ]
}
