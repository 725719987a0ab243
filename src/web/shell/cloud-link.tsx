import type { MouseEvent } from 'react'
import { Link } from 'react-router'
import type { Cloud } from '../../domain/cloud.ts'
import { CLOUD_QUERY_PREFIX } from '../../domain/constants.ts'
import { cloudOfPath, pathOnCloud } from '../../domain/select-cloud.ts'
import { useRoot } from '../../ui/root-data.ts'
import { isPlainClick } from '../parts/is-plain-click.ts'
import styles from './cloud-link.module.css'
import { CloudMark } from './cloud-mark.tsx'
import { useSelectedCloud } from './selected-cloud.tsx'
import { stateWord } from './state-word.ts'
import { useCurrentPath } from './use-page-state.ts'

/** The same page on another cloud; if the path has no cloud, this page for another cloud (G-16). */
export function CloudLink({
  cloud,
  isCurrent,
  onChosen,
}: {
  cloud: Cloud
  isCurrent: boolean
  onChosen: () => void
}) {
  const { clouds } = useRoot().global
  const { choose } = useSelectedCloud()
  const path = useCurrentPath()
  const target = pathOnCloud(clouds, path, cloud)
  const staysHere = target === path && cloudOfPath(clouds, path)?.machine_name !== cloud.machine_name

  const onClick = (event: MouseEvent) => {
    if (!isPlainClick(event)) return
    if (staysHere) event.preventDefault()
    choose(cloud)
    onChosen()
  }

  return (
    <Link
      // Without scripts, the server saves the choice and returns to this page (G-15).
      to={staysHere ? `${path}?cloud=${CLOUD_QUERY_PREFIX}${cloud.domain}` : target}
      className={styles.link}
      aria-current={isCurrent ? 'true' : undefined}
      onClick={onClick}
    >
      <CloudMark state={cloud.state} />
      <span className={styles.name}>
        <DomainName>{cloud.title}</DomainName>
      </span>
      <span className="hidden">, {stateWord(cloud.state)}</span>
    </Link>
  )
}

/** Breaks, if needed, after the first label: the part that distinguishes it. */
function DomainName({ children }: { children: string }) {
  const [first, ...rest] = children.split('.')
  if (rest.length < 2) return <span className={styles.whole}>{children}</span>
  return (
    <>
      {first}.<wbr />
      <span className={styles.whole}>{rest.join('.')}</span>
    </>
  )
}
