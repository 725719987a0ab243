import { Form } from 'react-router'
import styles from './failed-part.module.css'

export function FailedPart({ what, path, query }: { what: string; path: string; query: URLSearchParams }) {
  return (
    <div className={styles.failed} role="alert">
      <p>{what} could not be loaded.</p>
      <Form method="get" action={path}>
        {[...query].map(([name, value]) => (
          <input key={`${name}=${value}`} type="hidden" name={name} value={value} />
        ))}
        <button type="submit" className="button">
          Retry
        </button>
      </Form>
    </div>
  )
}
