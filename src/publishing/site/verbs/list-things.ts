import type { NewsroomDesk } from '../../newsroom-desk.ts'
import type { SiteNoun, SiteRow } from '../site-noun.ts'

export function listThings<Values, Row extends SiteRow & Values>(
  { db }: NewsroomDesk,
  noun: SiteNoun<Values, Row>,
): Promise<Row[]> {
  return noun.read(db)
}
