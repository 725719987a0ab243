import { expect, test } from 'vitest'
import { darkAccentOf } from '../domain/brand/accent.ts'
import { STANDARD_LOOK } from '../domain/brand/brand.ts'
import { textBlocks } from '../domain/notifying/text-blocks.ts'
import type { MailContent } from './mail-content.ts'
import { mailHtml, mailText } from './mail-template.ts'

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

const PLAIN: MailContent = {
  provider: 'Acme',
  siteUrl: 'https://status.acme.example',
  heading: 'Verify your address',
  // The default accent as a word in a text stays unchanged.
  paragraphs: ['Color #0b4f6c; style="color:#0b4f6c"'],
  action: { text: 'Verify', link: 'https://status.acme.example/x' },
  notes: [],
  smallPrint: 'Because you signed up.',
}

test('the brand of a mail: logo with the name, accent in both themes, footer', () => {
  const image = (letter: string) => `/images/${letter.repeat(32)}-648x108.png`
  const brand = {
    ...STANDARD_LOOK,
    logo_light: image('a'),
    logo_dark: image('b'),
    accent_light: '#8a1538',
    footer_text: 'Acme Ltd\nDublin',
    legal_links: [{ label: 'Privacy', url: '/privacy' }],
  }
  const html = mailHtml({ ...PLAIN, brand })
  expect(html).toContain(`src="https://status.acme.example${image('a')}" alt="Acme" width="216" height="36"`)
  expect(html).toMatch(/class="darklogo" [^>]*style="[^"]*display:none;"/)
  expect(html).toContain('bgcolor="#8a1538"')
  expect(html).toContain(`.button{background:${darkAccentOf('#8a1538')}!important`)
  expect(html.match(/#0b4f6c/g)).toHaveLength(2 * 2)
  expect(html).toContain('Acme Ltd<br>Dublin')
  expect(html).toContain('href="https://status.acme.example/privacy"')
  expect(mailText({ ...PLAIN, brand })).toMatch(
    /\nPrivacy: https:\/\/status\.acme\.example\/privacy\nAcme Ltd\nDublin\n$/,
  )
})

test('a mail without a brand looks as ever', () => {
  expect(mailHtml({ ...PLAIN, brand: STANDARD_LOOK })).toBe(mailHtml(PLAIN))
  expect(mailText({ ...PLAIN, brand: STANDARD_LOOK })).toBe(mailText(PLAIN))
  expect(mailHtml(PLAIN)).toContain('<span style="font-weight:700;">Acme</span>')
})
