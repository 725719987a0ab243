// A process of its own that migrates the database at the given address and prints what it applied.
import { connect } from '../../src/db/connect.ts'
import { migrate } from '../../src/db/migrate.ts'

const { db, close } = connect(process.argv[2] ?? '')
const outcome = await migrate(db)
await close()
if (outcome.kind === 'refused') throw new Error(outcome.line)
console.log(JSON.stringify(outcome.applied))
