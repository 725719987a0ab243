import { Link } from 'react-router'
import { isGovernmental } from '../../domain/cloud.ts'
import { helpLinks } from '../../domain/help-links.ts'
import { menuPath, type SubMenuItem, visibleMenu } from '../../domain/menu.ts'
import { ExternalLink } from '../../ui/parts/external-link.tsx'
import { definePage, found, type PageContext } from '../page.ts'
import { PageHead } from '../parts/page-head.tsx'
import { outsideLinksOf } from '../shell/outside-links.ts'
import styles from './overview-page.module.css'
import { describeMenuItem } from './page-meta.ts'

interface Data {
  title: string
  links: OverviewLink[]
}

interface OverviewLink {
  label: string
  href: string
  description: string
}

/** G-04: the pages of a menu dropdown, at the route of the dropdown itself. */
export const overviewPage = definePage<Data>({
  async load(context) {
    const { item, global, cloud } = context
    const parent = visibleMenu(global.menu.main_menu, cloud).find(({ id }) => id === item?.id)
    if (parent?.sub_menus === undefined) return { kind: 'missing' }
    const links = [
      ...parent.sub_menus.map((page) => linkTo(page, context)),
      ...outsideLinksOf(parent, { global, cloud }),
    ]
    return found({ title: parent.item, links })
  },

  meta({ title, links }, { cloud, global }) {
    const labels = links.map(({ label }) => label).join(', ')
    return { title, description: `${title} of ${global.provider.name} on ${cloud.domain}: ${labels}.` }
  },

  Content({ data: { title, links } }) {
    return (
      <div className="page-body">
        <PageHead title={title} />
        <ul className={styles.links}>
          {links.map(({ label, href, description }) => (
            <li key={href}>
              {href.startsWith('/') ? (
                <Link to={href}>{label}</Link>
              ) : (
                <ExternalLink href={href}>{label}</ExternalLink>
              )}
              {description !== '' && <p>{description}</p>}
            </li>
          ))}
        </ul>
      </div>
    )
  },
})

function linkTo(page: SubMenuItem, { global, cloud }: PageContext): OverviewLink {
  const names = { cloud: cloud.domain, provider: global.provider.name }
  const help = helpLinks(global.provider, isGovernmental(cloud, global.isGov))
  const href = help.address(menuPath(page, cloud))
  // The menu only has the name of a page on another site.
  const description = href.startsWith('/') ? describeMenuItem(page, names) : ''
  return { label: page.item, href, description }
}
