import type { ReactNode } from 'react'

/** Leads off this site in a new tab, and says so to those who would not see it coming. */
export function ExternalLink({ href, children }: { href: string; children: ReactNode }) {
  return (
    <a href={href} target="_blank" rel="noopener">
      {children}
      <span className="hidden"> (opens in a new tab)</span>
    </a>
  )
}
