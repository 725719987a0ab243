import { expect, test } from 'vitest'
import { ATTACHMENT_BYTES_AT_MOST } from '../../../domain/images/attachment-name.ts'
import { uploadAttachment } from './image-files.ts'

test('a file that is too large is refused before it is sent', async () => {
  const tooLarge = { name: 'queue.csv', size: ATTACHMENT_BYTES_AT_MOST + 1 } as File
  expect(await uploadAttachment(tooLarge)).toEqual({
    kind: 'refused',
    message: 'This file is larger than 10 MB. Please use a smaller one.',
  })
})
