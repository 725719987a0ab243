import { Type } from 'typebox'
import { found, mcpTool, refused } from '../mcp-tool.ts'
import { recordStory } from '../record-facts.ts'

export const getRecord = mcpTool({
  name: 'get_record',
  title: 'One incident, maintenance, advisory or notification',
  description: 'Everything that was published about one record, with its updates, the newest first.',
  input: Type.Object(
    { id: Type.Integer({ minimum: 1, description: 'Its number, as the lists and addresses have it.' }) },
    { additionalProperties: false },
  ),
  run(view, { id }) {
    const record = view.edition.records.byId.get(id)
    return record === undefined
      ? refused(`There is no published record ${id}.`)
      : found(recordStory(view, record))
  },
})
