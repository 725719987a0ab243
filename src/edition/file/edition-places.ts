/** Where editions are written to. */
export type EditionTarget =
  | { kind: 'folder'; path: string }
  /** Each file is put under this address. */
  | { kind: 'http'; url: string; authorization: string | undefined }
  | {
      kind: 's3'
      endpoint: string
      bucket: string
      prefix: string
      region: string
      accessKeyId: string
      secretAccessKey: string
      sessionToken: string | undefined
    }

/** Where a disaster-recovery site reads them. */
export type EditionSource = { kind: 'folder'; path: string } | { kind: 'http'; url: string }
