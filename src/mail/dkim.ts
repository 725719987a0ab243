import type { KeyObject } from 'node:crypto'
import { buffer } from 'node:stream/consumers'
import DKIM from 'nodemailer/lib/dkim'
import type { MailWay } from './mail-message.ts'

export interface DkimKey {
  domain: string
  selector: string
  /** An RSA key. */
  privateKey: KeyObject
}

/** Signs each mail when it is sent, because parts differ between recipients. */
export function signingWay(way: MailWay, { domain, selector, privateKey }: DkimKey): MailWay {
  const signer = new DKIM({ domainName: domain, keySelector: selector, privateKey: pemOf(privateKey) })
  return {
    ...way,
    sendRaw: async (mail) => way.sendRaw({ ...mail, bytes: await buffer(signer.sign(mail.bytes)) }),
  }
}

function pemOf(key: KeyObject) {
  return key.export({ type: 'pkcs8', format: 'pem' }).toString()
}
