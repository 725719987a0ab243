import { type MouseEvent, useLayoutEffect, useRef } from 'react'
import { Link } from 'react-router'
import { type Cloud, isGovernmental } from '../../domain/cloud.ts'
import { helpLinks } from '../../domain/help-links.ts'
import { type MainMenuItem, menuPath, type SubMenuItem, visibleMenu } from '../../domain/menu.ts'
import { Caret } from '../../ui/parts/caret.tsx'
import { ExternalLink } from '../../ui/parts/external-link.tsx'
import { useDisclosure } from '../../ui/parts/use-disclosure.ts'
import { useScrollHints } from '../../ui/parts/use-scroll-hints.ts'
import { useRoot } from '../../ui/root-data.ts'
import styles from './main-nav.module.css'
import { outsideLinksOf } from './outside-links.ts'
import { showCurrent } from './show-current.ts'
import { useCurrentPath, usePageState } from './use-page-state.ts'

/** N-07 */
export function MainNav({ cloud }: { cloud: Cloud }) {
  const { global } = useRoot()
  const here = useCurrentPath()
  const path = usePageState()?.meta.listPath ?? here
  const row = useRef<HTMLUListElement>(null)
  const more = useScrollHints(row)
  useCurrentInView(row, path)
  return (
    <nav className={styles.nav} aria-label="Main" data-more={more}>
      <ul ref={row} className={`page ${styles.row}`}>
        {visibleMenu(global.menu.main_menu, cloud).map((item) => (
          <li key={item.id} className={styles.item}>
            {item.sub_menus === undefined ? (
              <PageLink item={item} cloud={cloud} path={path} />
            ) : (
              <Dropdown item={item} pages={item.sub_menus} cloud={cloud} path={path} />
            )}
          </li>
        ))}
      </ul>
    </nav>
  )
}

function PageLink({ item, cloud, path }: { item: SubMenuItem; cloud: Cloud; path: string }) {
  const { isGov, provider } = useRoot().global
  const target = helpLinks(provider, isGovernmental(cloud, isGov)).address(menuPath(item, cloud))
  const isOfThisPage = target === useCurrentPath()
  const mark = isOfThisPage ? 'page' : 'true'
  return (
    <Link to={target} aria-current={isCurrentItem(item, cloud, path) ? mark : undefined}>
      {item.item}
    </Link>
  )
}

function Dropdown({
  item,
  pages,
  cloud,
  path,
}: {
  item: MainMenuItem
  pages: SubMenuItem[]
  cloud: Cloud
  path: string
}) {
  const { ref, isOpen, setOpen, onToggle } = useDisclosure()
  // Handled here because the browser's toggle event comes too late for the next press.
  const onClick = (event: MouseEvent) => {
    event.preventDefault()
    setOpen(!isOpen)
  }
  const sheet = useRef<HTMLUListElement>(null)
  useLayoutEffect(() => {
    if (isOpen && sheet.current !== null) hangInside(sheet.current)
  }, [isOpen])
  const { global } = useRoot()
  const isCurrent = [item, ...pages].some((page) => isCurrentItem(page, cloud, path))
  return (
    <details ref={ref} className={styles.dropdown} open={isOpen} onToggle={onToggle}>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: a summary is a button */}
      <summary data-current={isCurrent ? '' : undefined} onClick={onClick}>
        {item.item}
        <Caret />
      </summary>
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: a key on a link inside is a click too. */}
      <ul ref={sheet} className={styles.sheet} onClick={() => setOpen(false)}>
        {pages.map((page) => (
          <li key={page.id}>
            <PageLink item={page} cloud={cloud} path={path} />
          </li>
        ))}
        {outsideLinksOf(item, { global, cloud }).map(({ label, href }, at) => (
          <li key={href} className={at === 0 ? styles.outside : undefined}>
            <ExternalLink href={href}>{label}</ExternalLink>
          </li>
        ))}
      </ul>
    </details>
  )
}

function hangInside(sheet: HTMLElement) {
  delete sheet.dataset.end
  const isCut = sheet.getBoundingClientRect().right > document.documentElement.clientWidth
  if (isCut) sheet.dataset.end = ''
}

function useCurrentInView(row: React.RefObject<HTMLUListElement | null>, path: string) {
  // biome-ignore lint/correctness/useExhaustiveDependencies: `path` moves the mark.
  useLayoutEffect(() => {
    if (row.current !== null) showCurrent(row.current)
  }, [row, path])
}

/** G-07: an item with route `/` is current only there; others also on the pages below them. */
export function isCurrentItem(
  item: Pick<SubMenuItem, 'route' | 'deep_link'>,
  cloud: Pick<Cloud, 'domain' | 'machine_name'>,
  path: string,
): boolean {
  const target = menuPath(item, cloud)
  return path === target || (item.route !== '/' && path.startsWith(`${target}/`))
}
