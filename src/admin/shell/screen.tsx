import { type ReactNode, useEffect } from 'react'
import { Link } from 'react-router'
import { useRoot } from '../../ui/root-data.ts'
import styles from './screen.module.css'

export function Screen({
  title,
  lead,
  actions,
  back,
  isTitleQuiet = false,
  children,
}: {
  title: string
  isTitleQuiet?: boolean
  back?: { to: string; words: string }
  lead?: ReactNode
  actions?: ReactNode
  children: ReactNode
}) {
  const { provider } = useRoot().global
  useEffect(() => {
    document.title = `${title} | ${provider.name} Trust staff`
  }, [title, provider.name])
  return (
    <div className={styles.screen}>
      <header className={styles.head}>
        <div className={styles.words}>
          {back !== undefined && (
            <p className={styles.back}>
              <Link to={back.to}>{back.words}</Link>
            </p>
          )}
          <h1 data-quiet={isTitleQuiet ? '' : undefined}>{title}</h1>
          {lead !== undefined && <p className={styles.lead}>{lead}</p>}
        </div>
        {actions !== undefined && <div className={styles.actions}>{actions}</div>}
      </header>
      {children}
    </div>
  )
}
