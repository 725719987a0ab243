import './demo-identity-page.css'
import type { Role } from '../../domain/access.ts'
import { ROLE_WORDS } from '../../domain/account/role-words.ts'
import type { PublicBrand } from '../../domain/brand/brand.ts'
import { Logo } from '../../ui/parts/logo.tsx'
import styles from '../shell/top-bar.module.css'

export const DEMO_IDENTITY_TITLE = 'Demo identity provider'

export interface DemoIdentityView {
  action: string
  people: readonly { id: string; name: string; email: string; role: Role | null }[]
  provider: { name: string; brand: PublicBrand } | undefined
}

/** Rendered only by the server; works without scripts. */
export function DemoIdentity({ action, people, provider }: DemoIdentityView) {
  return (
    <>
      <header className="shell">
        <div className={styles.bar}>
          <div className={`page ${styles.row}`}>
            {provider && <Logo provider={provider.name} brand={provider.brand} />}
          </div>
        </div>
      </header>
      <main id="main" className="page demo-identity">
        <header className="demo-identity-head">
          <p className="demo-identity-kind">{DEMO_IDENTITY_TITLE}</p>
          <h1>Who is signing in?</h1>
          <p>
            This page is part of the demo. It replaces your identity provider, asks for no password, and signs
            in anyone who can open it: people at this computer, or everyone with <code>DEMO=1</code>.
          </p>
          <p>
            It disappears once a real one is configured (<code>OIDC_ISSUER</code>) or the demo is turned off (
            <code>DEMO=0</code>).
          </p>
        </header>
        <form method="post" action={action}>
          <ul className="demo-identity-people">
            {people.map((person) => (
              <li key={person.id}>
                <p className="demo-identity-name">{person.name}</p>
                <p className="demo-identity-email">{person.email}</p>
                <p className="demo-identity-may">{wordsOf(person.role)}</p>
                <button type="submit" className="button" name="person" value={person.id}>
                  {person.role === null ? 'Continue without a role' : `Continue as ${person.role}`}
                </button>
              </li>
            ))}
          </ul>
        </form>
        <p>
          <a href="/sign-in">Back to the sign-in page</a>
        </p>
      </main>
    </>
  )
}

function wordsOf(role: Role | null) {
  if (role === null) return 'Has no role and sees what a customer sees.'
  const { name, may } = ROLE_WORDS[role]
  return `${name}. May ${may}.`
}
