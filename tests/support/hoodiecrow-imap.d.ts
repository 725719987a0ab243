/** The package has no types. */
declare module 'hoodiecrow-imap' {
  export interface StoredMessage {
    raw: string
    flags: string[]
  }
  export interface ImapServer {
    server: import('node:net').Server
    listen(port: number, host: string): void
    getMailbox(path: string): { messages: StoredMessage[] }
    appendMessage(mailbox: string, flags: string[], date: Date | null, raw: string): void
  }
  export default function hoodiecrow(options: object): ImapServer
}
