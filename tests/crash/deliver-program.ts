// What `npm run deliver` becomes, without the rest of the site.
import { deliver } from '../../src/server/deliver.ts'

await deliver()
