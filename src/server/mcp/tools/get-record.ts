import { Type } from 'typebox'
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
    return record === undefined
      ? refused(`There is no published record ${id}.`)
      : found(recordStory(view, record))
  },
})
