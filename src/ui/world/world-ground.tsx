import worldUrl from './world.svg?url'
import worldCloseUrl from './world-close.svg?url'
import styles from './world-ground.module.css'

/**
 * Land and borders in world units (`domain/map/world-projection.ts`). A separate file instead of markup: it is cached
 * for all maps and works without scripts. Zoomed in, the detailed one is loaded.
 */
export function WorldGround({ isClose = false }: { isClose?: boolean }) {
  const url = isClose ? worldCloseUrl : worldUrl
  return (
    <g>
      <use href={`${url}#land`} className={styles.land} />
      <use href={`${url}#borders`} className={styles.borders} />
    </g>
  )
}
