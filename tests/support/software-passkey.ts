import { createHash, createSign, generateKeyPairSync, randomBytes } from 'node:crypto'

/** A test authenticator: creates one passkey (ES256, no attestation) and signs with it. */
export function softwarePasskey() {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const id = randomBytes(16)
  let counter = 0

  function clientData(type: string, challenge: string, origin: string) {
    return Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }))
  }

  function authData(rpId: string, attested: Buffer = Buffer.alloc(0)) {
    const count = Buffer.alloc(4)
    count.writeUInt32BE(counter)
    // User present and verified; includes the new credential if there is one.
    const flags = Buffer.from([attested.length > 0 ? 0x45 : 0x05])
    return Buffer.concat([createHash('sha256').update(rpId).digest(), flags, count, attested])
  }

  const credential = <R extends object>(response: R) => ({
    id: id.toString('base64url'),
    rawId: id.toString('base64url'),
    type: 'public-key',
    clientExtensionResults: {},
    response,
  })

  return {
    /** A cloned key does not know how often the other was used. */
    goBackTo: (count: number) => {
      counter = count
    },
    create({ challenge, rpId, origin }: Ceremony) {
      const { x = '', y = '' } = publicKey.export({ format: 'jwk' })
      const length = Buffer.from([0, id.length])
      const attested = Buffer.concat([Buffer.alloc(16), length, id, coseKey(x, y)])
      const data = authData(rpId, attested)
      return credential({
        clientDataJSON: clientData('webauthn.create', challenge, origin).toString('base64url'),
        attestationObject: attestationObject(data).toString('base64url'),
        transports: ['internal'],
      })
    },
    sign({ challenge, rpId, origin }: Ceremony) {
      counter++
      const data = authData(rpId)
      const client = clientData('webauthn.get', challenge, origin)
      const signed = Buffer.concat([data, createHash('sha256').update(client).digest()])
      return credential({
        clientDataJSON: client.toString('base64url'),
        authenticatorData: data.toString('base64url'),
        signature: createSign('sha256').update(signed).sign(privateKey).toString('base64url'),
      })
    },
  }
}

interface Ceremony {
  challenge: string
  rpId: string
  origin: string
}

/** CBOR: { 1: 2 (EC2), 3: -7 (ES256), -1: 1 (P-256), -2: x, -3: y }. */
function coseKey(x: string, y: string) {
  return Buffer.concat([
    Buffer.from([0xa5, 0x01, 0x02, 0x03, 0x26, 0x20, 0x01, 0x21, 0x58, 0x20]),
    Buffer.from(x, 'base64url'),
    Buffer.from([0x22, 0x58, 0x20]),
    Buffer.from(y, 'base64url'),
  ])
}

/** CBOR: { fmt: 'none', attStmt: {}, authData }. */
function attestationObject(data: Buffer) {
  const text = (word: string) => Buffer.concat([Buffer.from([0x60 + word.length]), Buffer.from(word)])
  return Buffer.concat([
    Buffer.from([0xa3]),
    ...[text('fmt'), text('none'), text('attStmt'), Buffer.from([0xa0]), text('authData')],
    Buffer.from([0x58, data.length]),
    data,
  ])
}
