import type { PublicBrand } from '../../../domain/brand/brand.ts'
import type { Cloud } from '../../../domain/cloud.ts'
import { type MainMenuItem, menuPath, type SubMenuItem, visibleMenu } from '../../../domain/menu.ts'
import { Caret } from '../../../ui/parts/caret.tsx'
import { Logo } from '../../../ui/parts/logo.tsx'
import nav from '../../shell/main-nav.module.css'
import bar from '../../shell/top-bar.module.css'

export interface DocsSite {
  provider: string
  brand?: PublicBrand | undefined
  menu: readonly MainMenuItem[]
  cloud?: Pick<Cloud, 'domain' | 'machine_name'> | undefined
}

/** This page has no scripts and no session. */
export function DocsHeader({ site: { provider, brand, menu, cloud } }: { site: DocsSite }) {
  return (
    <header className="shell">
      <div className={bar.bar}>
        <div className={`page ${bar.row}`}>
          <a className={bar.logo} href={cloud === undefined ? '/' : `/${cloud.domain}`}>
            <Logo provider={provider} brand={brand} />
          </a>
        </div>
      </div>
      {cloud !== undefined && (
        <nav className={nav.nav} aria-label="Main">
          <ul className={`page ${nav.row}`}>
            {visibleMenu(menu, cloud).map((item) => (
              <li key={item.id} className={nav.item}>
                {item.sub_menus === undefined ? (
                  <PageLink item={item} cloud={cloud} />
                ) : (
                  <details className={nav.dropdown} name="main-menu">
                    <summary>
                      {item.item}
                      <Caret />
                    </summary>
                    <ul className={nav.sheet}>
                      {item.sub_menus.map((page) => (
                        <li key={page.id}>
                          <PageLink item={page} cloud={cloud} />
                        </li>
                      ))}
                    </ul>
                  </details>
                )}
              </li>
            ))}
          </ul>
        </nav>
      )}
    </header>
  )
}

function PageLink({ item, cloud }: { item: SubMenuItem; cloud: Pick<Cloud, 'domain' | 'machine_name'> }) {
  return <a href={menuPath(item, cloud)}>{item.item}</a>
}
