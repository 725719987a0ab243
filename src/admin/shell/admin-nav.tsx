import { useId } from 'react'
import { NavLink } from 'react-router'
import styles from './admin-nav.module.css'
import { navFor } from './nav-for.ts'
import { useStaff } from './staff.ts'

export function AdminNav({ onChosen }: { onChosen?: () => void }) {
  const { roles } = useStaff()
  const id = useId()
  return (
    <nav aria-label="Admin" className={styles.nav}>
      {navFor(roles).map(({ title, items }) => (
        <section key={title} aria-labelledby={`${id}${title}`}>
          <h2 id={`${id}${title}`} className={styles.title}>
            {title}
          </h2>
          <ul className={styles.items}>
            {items.map(({ path, name }) => (
              <li key={path}>
                <NavLink to={path} className={() => styles.link} onClick={() => onChosen?.()}>
                  {name}
                </NavLink>
              </li>
            ))}
          </ul>
        </section>
      ))}
    </nav>
  )
}
