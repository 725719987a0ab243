// `npm run backup` and `npm run restore` without the rest of the site. Reports its memory use at the end.
import { backup, restore } from '../../src/server/commands/backups.ts'

const [name, ...typed] = process.argv.slice(2)
const code = await (name === 'backup' ? backup : restore)(typed)
process.send?.({ maxRssKb: process.resourceUsage().maxRSS })
process.exit(code)
