import { sitePath } from '../domain/site-path.ts'

/** The content security policy lets in no other images: those of this site, and pictures written into the body. */
export function imageSource(value: string): string | undefined {
  const written = value.trim()
  return DATA_IMAGE.test(written) ? written : sitePath(written)
}

const DATA_IMAGE = /^data:image\/(?:png|jpeg|gif|webp);base64,[A-Za-z0-9+/]+={0,2}$/
