// Publishes updates of an open incident until it is stopped. Arguments: the database, and the pause in ms.
import { setTimeout as sleep } from 'node:timers/promises'
import { connect } from '../src/db/connect.ts'
import { findSubject, publishUpdate } from './publish-updates.ts'

const [url = '', everyMs = ''] = process.argv.slice(2)
const { db, close } = connect(url)
const leaving = new AbortController()
process.once('SIGTERM', () => leaving.abort())

const subject = await findSubject(db)
await publishUpdate(db, subject, 'the first one compiles what the others need')
console.log('ready')
for (let at = 0; !leaving.signal.aborted; at++) {
  await publishUpdate(db, subject, `update ${at}`)
  await sleep(Number(everyMs), undefined, leaving).catch(() => {})
}
await close()
