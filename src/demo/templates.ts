import type { Insertable } from 'kysely'
import type { RecordTemplates } from '../db/database.ts'
import { STARTER_TEMPLATES } from '../domain/newsroom/starter-templates.ts'

export function templateRows(day: string): Insertable<RecordTemplates>[] {
  return STARTER_TEMPLATES.map(({ content, ...template }, position) => ({
    id: position + 1,
    ...template,
    content: content as never,
    position,
    version: 1,
    updated_at: `${day}T00:00:00Z`,
  }))
}
