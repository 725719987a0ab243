import fc from 'fast-check'
import MailComposer from 'nodemailer/lib/mail-composer'
import PostalMime from 'postal-mime'
import { expect, test } from 'vitest'
import { fillMail, slotMark, slottedMail } from './mail-slots.ts'

const VALUES = {
  to: 'ada@customer.example',
  channel: '7000000001',
  token: 'AQABoTmnAQAAAAAAK0_-abcdefghijklmnopqrs',
  manage: 'AgABoTmnAQAAAAAAK0_-abcdefghijklmnopqrs',
  date: 'Sun, 15 Nov 2026 10:05:01 +0000',
}

/** For any text around the slots and any line breaks. */
test('U-10 every slot of a mail is filled, and nothing else changes', async () => {
  const words = fc.string({
    unit: fc.constantFrom('a', '=', '.', ' ', 'ü', '你', '🙂', '&', '\n'),
    maxLength: 120,
  })
  await fc.assert(
    fc.asyncProperty(words, words, fc.integer({ min: 0, max: 200 }), async (before, after, pad) => {
      const text = (token: string) =>
        `x${before}x\n${'p'.repeat(pad)}?token=${token}&all=1${after}\n${token}\nend\n`
      const composed = await new MailComposer({
        from: 'trust@northwall.example',
        to: slotMark('to'),
        subject: 'Hello',
        messageId: `<p1.c${slotMark('channel')}@northwall.example>`,
        date: slotMark('date'),
        text: text(slotMark('token')),
        encoding: 'quoted-printable',
        newline: 'windows',
      })
        .compile()
        .build()
      const filled = fillMail(slottedMail(composed), VALUES)
      const parsed = await PostalMime.parse(filled)
      expect(parsed.text?.trimEnd()).toBe(text(VALUES.token).trimEnd())
      expect(parsed.to).toEqual([{ name: '', address: VALUES.to }])
      expect(parsed.messageId).toBe('<p1.c7000000001@northwall.example>')
      expect(parsed.date).toBe('2026-11-15T10:05:01.000Z')
      const tooLong = filled
        .toString('latin1')
        .split('\r\n')
        .filter((line) => line.length > 76)
      expect(tooLong).toEqual([])
    }),
    { numRuns: 100 },
  )
})
