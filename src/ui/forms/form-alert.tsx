import { Fragment, type ReactNode, type Ref } from 'react'
import { Link } from 'react-router'
import { ErrorSign } from '../parts/error-sign.tsx'
import styles from './form-alert.module.css'
import { type MarkupPart, markupParts } from './markup-parts.ts'
import type { Refusal } from './posted.ts'

/** in red above the form. */
export function FormAlert({
  problem,
  isFromServer = false,
  isPast = false,
  ref,
}: {
  problem: Refusal | undefined
  isFromServer?: boolean
  /** Being retried: hidden, but keeps its space, so that nothing moves under the pointer. */
  isPast?: boolean
  ref?: Ref<HTMLDivElement>
}) {
  const lines = linesOf(problem)
  if (lines.length === 0) return null
  return (
    <div
      ref={ref}
      className={styles.alert}
      role="alert"
      data-past={isPast ? '' : undefined}
      tabIndex={-1}
      // biome-ignore lint/a11y/noAutofocus: only for errors of a form sent without scripts.
      autoFocus={isFromServer}
    >
      <ErrorSign />
      <div>
        {lines.map((line) => (
          <p key={line}>
            <SimpleMarkup html={line} />
          </p>
        ))}
      </div>
    </div>
  )
}

/** With field errors, the general message is redundant. */
function linesOf(problem: Refusal | undefined): string[] {
  if (problem === undefined) return []
  const errors = Object.values(problem.errors)
  return [...new Set(errors.length > 0 ? errors : [problem.message])].filter((line) => line !== '')
}

/** a server message that may contain emphasis and links to this site, nothing else. */
function SimpleMarkup({ html }: { html: string }) {
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
