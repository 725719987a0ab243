import { Link } from 'react-router'
import type { ReadAnswer } from '../../contract/public-reads.ts'
import { ScrollingTable } from '../../ui/parts/scrolling-table.tsx'
import { Moment } from '../../ui/times/moment.tsx'
import styles from './informing-tables.module.css'
import { tookBetween } from './took-words.ts'

type Data = ReadAnswer<'/api/how-we-inform'>['data']
type Incident = Data['incidents'][number]

export function IncidentTable({
  data: { incidents, total },
  domain,
  labelledBy,
}: {
  data: Data
  domain: string
  labelledBy: string
}) {
  return (
    <div className={styles.incidents}>
      <ScrollingTable labelledBy={labelledBy}>
        <thead>
          <tr>
            <th scope="col">Incident</th>
            <th scope="col">Began</th>
            <th scope="col">Published after</th>
            <th scope="col">First message after</th>
            <th scope="col">95% of messages after</th>
            <th scope="col">Promised updates</th>
            <th scope="col">Resolved</th>
            <th scope="col">Post-mortem</th>
          </tr>
        </thead>
        <tbody>
          {incidents.map((incident) => (
            <tr key={incident.id}>
              <th scope="row">
                <Link to={`/${domain}/posts/${incident.id}`} dir="auto">
                  {incident.title}
                </Link>
              </th>
              <td>
                {incident.began === null ? 'Unknown' : <Moment at={incident.began} precision="minute" />}
              </td>
              <td>{publishedWords(incident)}</td>
              <td>{messageWords(incident, 'first')}</td>
              <td>{messageWords(incident, 'most')}</td>
              <td>{promiseWords(incident)}</td>
              <td>
                {incident.resolved === null ? (
                  'Ongoing'
                ) : (
                  <Moment at={incident.resolved} precision="minute" />
                )}
              </td>
              <td>
                {incident.post_mortem === null ? (
                  '–'
                ) : (
                  <Moment at={incident.post_mortem} precision="minute" />
                )}
              </td>
            </tr>
          ))}
        </tbody>
      </ScrollingTable>
      {total > incidents.length && (
        <p className={styles.note}>
          The newest {incidents.length} of {total.toLocaleString('en-US')}. The files contain all of them.
        </p>
      )}
    </div>
  )
}

function publishedWords({ began, published, is_history }: Incident): string {
  if (published === null || began === null) return 'Unknown'
  if (is_history) return 'Added later'
  return published < began ? 'Before it began' : tookBetween(began, published)
}

function messageWords({ messages, published }: Incident, which: 'first' | 'most'): string {
  const at = messages[which]
  if (at !== null && published !== null) return tookBetween(published, at)
  switch (messages.state) {
    case 'none':
      return 'None sent'
    case 'failed':
      return 'All failed'
    case 'unknown':
      return 'Unknown'
    case 'sending':
      return 'Not yet'
    case 'sent':
      if (!messages.is_final) return 'Not yet'
      return messages.count === null ? 'Too few to tell' : 'Never'
  }
}

function promiseWords({ promises }: Incident): string {
  if (promises === null) return 'Unknown'
  const counts = (['kept', 'broken', 'open'] as const).flatMap((wanted) => {
    const count = promises.filter(({ result }) => result === wanted).length
    return count === 0 ? [] : [`${count} ${wanted === 'open' ? 'to come' : wanted}`]
  })
  return counts.length === 0 ? 'None' : counts.join(', ')
}
