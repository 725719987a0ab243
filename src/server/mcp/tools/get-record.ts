import { Type } from 'typebox'
import { withdrawalWords } from '../../../domain/newsroom/withdrawal-words.ts'
import { found, mcpTool, refused } from '../mcp-tool.ts'
import { recordStory } from '../record-facts.ts'

export const getRecord = mcpTool({
  name: 'get_record',
  title: 'One incident, maintenance, advisory or notification',
  description: 'Everything published about one record, with its updates, newest first.',
  input: Type.Object(
    { id: Type.Integer({ minimum: 1, description: 'Its number, as in lists and addresses.' }) },
    { additionalProperties: false },
  ),
  run(view, { id }) {
    const record = view.edition.records.byId.get(id)
    if (record !== undefined) return found(recordStory(view, record))
    const note = view.edition.records.notes.get(id)
    return refused(
      note === undefined
        ? `There is no published record ${id}.`
        : `Record ${id} was ${withdrawalWords(note.withdrawn_reason, note.withdrawn_on.toISOString())}`,
    )
  },
})
