import { Fragment, type ReactNode } from 'react'
import { Link } from 'react-router'
import { type MarkupPart, markupParts } from './markup-parts.ts'

/** a message of the server, which may stress words and link to pages of this site, and nothing else. */
export function SimpleMarkup({ html }: { html: string }) {
  return <>{markupParts(html).map(elementOf)}</>
}

function elementOf(part: MarkupPart, index: number): ReactNode {
  if (part.kind === 'text') return <Fragment key={index}>{part.text}</Fragment>
  const inside = part.parts.map(elementOf)
  switch (part.kind) {
    case 'strong':
      return <strong key={index}>{inside}</strong>
    case 'em':
      return <em key={index}>{inside}</em>
    case 'link':
      return (
        <Link key={index} to={part.path}>
          {inside}
        </Link>
      )
  }
}
