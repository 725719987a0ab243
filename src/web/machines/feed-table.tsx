import { FEED_FORMATS, FEEDS, feedPath } from '../../domain/feed-name.ts'
import { AddressLink } from './address-link.tsx'
import styles from './feed-table.module.css'

export function FeedTable({ publicUrl, cloud }: { publicUrl: string; cloud: string }) {
  return (
    <table className={styles.table}>
      <caption className="hidden">Addresses of the feeds</caption>
      <thead className="hidden">
        <tr>
          <th scope="col">List</th>
          {FEED_FORMATS.map(({ name }) => (
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
            {FEED_FORMATS.map(({ name, format }) => (
              <td key={name}>
                <AddressLink
                  words={name}
                  name={`${feed.title} as ${name}`}
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
