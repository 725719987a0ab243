import { expect, test } from 'vitest'
import {
  attachmentName,
  attachmentsIn,
  attachmentTypeOf,
  filesIn,
  storedFile,
  storedFileAt,
} from './attachment-name.ts'

const DIGEST = '0123456789abcdef0123456789abcdef'
const NAME = `${DIGEST}-root-cause-zurich.pdf`
const IMAGE = `${DIGEST}-60x40.png`

test('a name has the digest, the title and the type, and is read back', () => {
  expect(attachmentName({ digest: DIGEST, title: 'Root cause (Zürich)', type: 'pdf' })).toBe(NAME)
  expect(attachmentName({ digest: DIGEST, title: '報告', type: 'csv' })).toBe(`${DIGEST}-file.csv`)
  expect(storedFile(NAME)).toEqual({
    name: NAME,
    digest: DIGEST,
    contentType: 'application/pdf',
    path: `/attachments/${NAME}`,
    savedAs: 'root-cause-zurich.pdf',
  })
  const long = attachmentName({ digest: DIGEST, title: 'x'.repeat(300), type: 'txt' })
  expect(storedFile(long)?.savedAs).toBe(`${'x'.repeat(60)}.txt`)
})

test('an image has another folder, and no file has the folder of the other', () => {
  expect(storedFile(IMAGE)).toMatchObject({ path: `/images/${IMAGE}`, contentType: 'image/png' })
  expect(storedFile(IMAGE)?.savedAs).toBeUndefined()
  expect(storedFileAt(`/attachments/${NAME}`)?.name).toBe(NAME)
  expect(storedFileAt(`/attachments/${IMAGE}`)).toBeUndefined()
  expect(storedFileAt(`/images/${NAME}`)).toBeUndefined()
})

test.each([
  `${DIGEST}-x.exe`,
  `${DIGEST}-x.html`,
  `${DIGEST}-.pdf`,
  `${DIGEST}--x.pdf`,
  `${DIGEST}-../x.pdf`,
  `${DIGEST}-X.pdf`,
  'x.pdf',
])('%s is not the name of a file', (name) => {
  expect(storedFile(name)).toBeUndefined()
})

test('the files of a text are its images and the attachments it links to, each once', () => {
  const html = `<p><a href="/attachments/${NAME}">Report</a> <img src="/images/${IMAGE}"> <a href="https://s.example/attachments/${NAME}">again</a></p>`
  expect(attachmentsIn(html)).toEqual([NAME])
  expect(filesIn(html)).toEqual([IMAGE, NAME])
  expect(filesIn('<p>nothing</p>')).toEqual([])
})

test('the type follows the ending of the name', () => {
  expect(attachmentTypeOf('Report.PDF')).toBe('pdf')
  expect(attachmentTypeOf('report.pdf.exe')).toBeUndefined()
  expect(attachmentTypeOf('report')).toBeUndefined()
})
