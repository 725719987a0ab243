import { useRef } from 'react'
import { FEEDS, feedPath } from '../../domain/feed-name.ts'
import { CopyButton } from './copy-button.tsx'
import styles from './feed-table.module.css'

const FORMATS = [
  { name: 'RSS', format: undefined },
  { name: 'Atom', format: 'atom' },
  { name: 'JSON Feed', format: 'json' },
] as const

/** Every list in every format. */
export function FeedTable({ publicUrl, cloud }: { publicUrl: string; cloud: string }) {
  return (
    <table className={styles.table}>
      <caption className="hidden">Addresses of the feeds</caption>
      <thead className="hidden">
        <tr>
          <th scope="col">List</th>
          {FORMATS.map(({ name }) => (
            <th key={name} scope="col">
              {name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {Object.values(FEEDS).map((feed) => (
          <tr key={feed.name}>
            <th scope="row">{feed.title}</th>
            {FORMATS.map(({ name, format }) => (
              <td key={name}>
                <FeedCell
                  title={feed.title}
                  format={name}
                  path={feedPath(feed, cloud, format)}
                  publicUrl={publicUrl}
                />
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function FeedCell({
  title,
  format,
  path,
  publicUrl,
}: {
  title: string
  format: string
  path: string
  publicUrl: string
}) {
  const source = useRef<HTMLAnchorElement>(null)
  return (
    <span className={styles.cell}>
      <a ref={source} href={path} aria-label={`${title} as ${format}`}>
        {format}
      </a>
      <CopyButton text={publicUrl + path} name={`address of ${title} as ${format}`} source={source} isSmall />
    </span>
  )
}
