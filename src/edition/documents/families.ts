import type { DocumentFamily } from './document.ts'

/** Every format that programs of others read here. */
export const DOCUMENT_FAMILIES: readonly DocumentFamily[] = []

export const DOCUMENT_ROUTES = DOCUMENT_FAMILIES.flatMap(({ routes }) => routes)
