import type { Global } from '../../contract/global.ts'
import { pagesOfMenu } from '../../domain/menu.ts'
import { cloudOfPath } from '../../domain/select-cloud.ts'
import { useRoot } from '../../ui/root-data.ts'
import { moduleOfComponent, type SkeletonKind } from '../page-modules.ts'
import styles from './skeleton.module.css'

/** The shape of the page that is on its way. */
export function Skeleton({ path }: { path: string }) {
  const kind = skeletonKind(useRoot().global, path)
  return (
    <div className={styles.skeleton} aria-hidden="true">
      {kind === 'verdict' && <Verdict />}
      {kind === 'list' && <List />}
      {kind === 'text' && <Text />}
    </div>
  )
}

export function skeletonKind({ clouds, menu }: Pick<Global, 'clouds' | 'menu'>, path: string): SkeletonKind {
  const domain = cloudOfPath(clouds, path)?.domain
  const route = domain === undefined ? path : path.slice(domain.length + 1) || '/'
  const item = pagesOfMenu(menu.main_menu).find((page) => page.route === route)
  return item === undefined ? 'text' : moduleOfComponent(item.component).skeleton
}

function Verdict() {
  return (
    <>
      <i className={styles.kicker} />
      <i className={styles.sentence} />
      <i className={styles.sentence} data-short="" />
      <i className={styles.line} data-short="" />
      <i className={styles.sheet} />
    </>
  )
}

function List() {
  return (
    <>
      <i className={styles.heading} />
      {['first', 'second', 'third', 'fourth'].map((entry) => (
        <div key={entry} className={styles.entry}>
          <i className={styles.kicker} />
          <i className={styles.title} />
          <i className={styles.line} />
          <i className={styles.line} data-short="" />
        </div>
      ))}
    </>
  )
}

function Text() {
  return (
    <>
      <i className={styles.heading} />
      <i className={styles.line} />
      <i className={styles.line} />
      <i className={styles.line} data-short="" />
      <i className={styles.sheet} />
    </>
  )
}
