import type { ReactNode } from 'react'

export function ExternalLink({ href, children }: { href: string; children: ReactNode }) {
  return (
    <a href={href} target="_blank" rel="noopener">
      {children}
      <span className="hidden"> (opens in a new tab)</span>
    </a>
  )
}
