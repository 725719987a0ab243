import { createHash, generateKeyPairSync, verify } from 'node:crypto'
import { expect, test } from 'vitest'
import { signingWay } from './dkim.ts'
import type { RawMail } from './mail-message.ts'

const { publicKey, privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })

test('signs headers and body of an outgoing mail per RFC 6376', async () => {
  const sent: RawMail[] = []
  const way = signingWay(
    {
      size: 1,
      sendRaw: async (mail) => {
        sent.push(mail)
        return { kind: 'sent' }
      },
      close: async () => {},
    },
    { domain: 'northwall.example', selector: 'trust', privateKey },
  )
  const bytes = Buffer.from(
    'From: Trust <trust@northwall.example>\r\nTo: ada@customer.example\r\nSubject: Sign-in  fails\r\n\r\nHello  Ada. \r\n\r\n',
  )
  const outcome = await way.sendRaw({ ...MAIL, bytes })
  expect(outcome).toEqual({ kind: 'sent' })
  const signed = sent[0]?.bytes.toString() ?? ''
  expect(signed.endsWith(bytes.toString())).toBe(true)

  const header = signed.slice(0, signed.length - bytes.length)
  const tags = Object.fromEntries(
    header
      .replace(/^DKIM-Signature:/, '')
      .split(';')
      .map((tag) => tag.trim().split(/=([\s\S]*)/, 2)),
  ) as Record<string, string>
  expect(tags).toMatchObject({ d: 'northwall.example', s: 'trust', c: 'relaxed/relaxed', a: 'rsa-sha256' })
  expect(tags.bh).toBe(createHash('sha256').update('Hello Ada.\r\n').digest('base64'))
  expect(tags.h?.toLowerCase()).toBe('from:subject:to')
  const canonical = [
    'from:Trust <trust@northwall.example>\r\n',
    'subject:Sign-in fails\r\n',
    'to:ada@customer.example\r\n',
    `dkim-signature:${header
      .replace(/^DKIM-Signature:/, '')
      .replace(/\r\n/g, '')
      .replace(/\bb=[^;]*$/, 'b=')
      .replace(/\s+/g, ' ')
      .trim()}`,
  ].join('')
  const signature = Buffer.from((tags.b ?? '').replace(/\s/g, ''), 'base64')
  expect(verify('sha256', Buffer.from(canonical), publicKey, signature)).toBe(true)
})

const MAIL = {
  from: 'trust@northwall.example',
  to: 'ada@customer.example',
  isStillMine: () => true,
  note: '',
}
