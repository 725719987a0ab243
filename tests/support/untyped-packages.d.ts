// The parts that tests use of packages without types.

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

declare module 'jsonfeed-validator' {
  export default function validate(feed: object): { message: string; ruleId: string }[]
}

interface CsafTestResult {
  isValid: boolean
  tests: {
    name: string
    isValid: boolean
    errors: { message: string; instancePath: string }[]
    warnings: { message: string; instancePath: string }[]
  }[]
}

declare module '@secvisogram/csaf-validator-lib/validateStrict.js' {
  export default function validateStrict(
    tests: readonly unknown[],
    document: unknown,
  ): Promise<CsafTestResult>
}
declare module '@secvisogram/csaf-validator-lib/mandatoryTests.js' {
  const tests: Record<string, unknown>
  export = tests
}
declare module '@secvisogram/csaf-validator-lib/schemaTests.js' {
  export const csaf_2_0_strict: unknown
  export const csaf_2_0: unknown
}
