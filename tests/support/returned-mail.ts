/** Messages that servers, programs and people send back to the sender of a mail. */

const crlf = (text: string) => text.replace(/\r?\n/g, '\r\n')

export interface Returned {
  to: string
  recipient?: string
  action?: string
  status?: string
  diagnostic?: string | undefined
  words?: string
}

/** RFC 3464, as Postfix writes it. */
export function deliveryReport({
  to,
  recipient = 'ada@customer.example',
  action = 'failed',
  status = '5.1.1',
  diagnostic = `smtp; 550 5.1.1 <${recipient}>: Recipient address rejected:\n    User unknown in virtual mailbox table`,
  words = 'said: 550 5.1.1 User unknown (in reply to RCPT TO command)',
}: Returned): string {
  return crlf(`Return-Path: <>
From: MAILER-DAEMON@mx.customer.example (Mail Delivery System)
Subject: Undelivered Mail Returned to Sender
To: ${to}
Auto-Submitted: auto-replied
MIME-Version: 1.0
Content-Type: multipart/report; report-type=delivery-status;
    boundary="4Fx1/mx.customer.example"

This is a MIME-encapsulated message.

--4Fx1/mx.customer.example
Content-Description: Notification
Content-Type: text/plain; charset=us-ascii

I'm sorry to have to inform you that your message could not
be delivered to one or more recipients. It's attached below.

<${recipient}>: host mx.customer.example ${words}

--4Fx1/mx.customer.example
Content-Description: Delivery report
Content-Type: message/delivery-status

Reporting-MTA: dns; mx.customer.example
Arrival-Date: Sun, 15 Nov 2026 10:00:00 +0000 (UTC)

Final-Recipient: rfc822; ${recipient}
Original-Recipient: rfc822;${recipient}
Action: ${action}
Status: ${status}
${diagnostic === '' ? '' : `Diagnostic-Code: ${diagnostic}\n`}
--4Fx1/mx.customer.example
Content-Description: Undelivered Message
Content-Type: message/rfc822

Return-Path: <${to}>
From: Northwall Trust <trust@northwall.example>
To: ${recipient}
Subject: Delays in Zurich

It began at ten.
--4Fx1/mx.customer.example--
`)
}

/** RFC 5965: what a mailbox provider sends when a reader presses "This is spam". */
export function complaintReport({ about, type = 'abuse' }: { about: string; type?: string }): string {
  return crlf(`From: <feedback@provider.example>
Subject: FW: Delays in Zurich
To: <fbl@northwall.example>
MIME-Version: 1.0
Content-Type: multipart/report; report-type=feedback-report; boundary="part1"

--part1
Content-Type: text/plain; charset="US-ASCII"

This is an email abuse report for an email message.

--part1
Content-Type: message/feedback-report

Feedback-Type: ${type}
User-Agent: SomeGenerator/1.0
Version: 1
Original-Mail-From: <${about}>

--part1
Content-Type: message/rfc822

From: Northwall Trust <trust@northwall.example>
Subject: Delays in Zurich

It began at ten.
--part1--
`)
}

export function outOfOffice(to: string): string {
  return crlf(`From: Ada <ada@customer.example>
To: ${to}
Subject: Out of office: 550 5.1.1 User unknown
Auto-Submitted: auto-replied
Content-Type: text/plain; charset=utf-8

I am away until Monday.

Action: failed
Status: 5.1.1
Final-Recipient: rfc822; ada@customer.example
`)
}
