import { expect, test } from 'vitest'
import { textBlocks } from '../domain/telling/text-blocks.ts'
import { mailHtml } from './mail-template.ts'

test('U-10 text in another script runs in its own direction', () => {
  const html = mailHtml({
    provider: 'Northwall',
    siteUrl: 'https://trust.northwall.example',
    heading: 'שער האינטרנט מושבת',
    paragraphs: ['חיבורים נכשלים.'],
    sections: [
      {
        heading: { text: 'עדכון' },
        blocks: [
          { kind: 'paragraph', marker: '', depth: 0, runs: [{ text: 'התנועה מועברת.', link: undefined }] },
          { kind: 'item', marker: '•', depth: 0, runs: [{ text: 'אמסטרדם', link: undefined }] },
        ],
      },
    ],
    action: undefined,
    notes: [],
    smallPrint: '',
  })
  expect(html).toMatch(/<h1 [^>]*dir="auto"[^>]*>שער/)
  expect(html).toMatch(/<h2 [^>]*dir="auto"[^>]*>עדכון/)
  expect(html).toMatch(/<p [^>]*dir="auto"[^>]*>חיבורים/)
  expect(html).toMatch(/<p [^>]*dir="auto"[^>]*>התנועה/)
  expect(html).toContain('<bdi>אמסטרדם</bdi>')
})

test('an image is shown no wider than the mail, with its description', () => {
  const src = `/images/${'a'.repeat(32)}-1600x900.png`
  const siteUrl = 'https://trust.northwall.example'
  const html = mailHtml({
    provider: 'Northwall',
    siteUrl,
    heading: 'Traffic',
    paragraphs: [],
    sections: [{ blocks: textBlocks(`<p><img src="${src}" alt="Traffic &quot;now&quot;" /></p>`, siteUrl) }],
    action: undefined,
    notes: [],
    smallPrint: '',
  })
  expect(html).toContain(
    `<img src="${siteUrl}${src}" alt="Traffic &quot;now&quot;" width="544" style="max-width:100%;`,
  )
})
