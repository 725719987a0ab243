export const CSAF_FOLDER = '/csaf/white'

/** The permanent name of an advisory for programs. It doesn't depend on title, URL or provider name. */
export function advisoryName({ id, postedOn }: { id: number; postedOn: Date }): {
  trackingId: string
  year: string
  file: string
} {
  const year = String(postedOn.getUTCFullYear()).padStart(4, '0')
  const trackingId = `SA-${year}-${String(id).padStart(4, '0')}`
  return { trackingId, year, file: fileNameOf(trackingId) }
}

export function advisoryDocumentPath(advisory: { id: number; postedOn: Date }): string {
  const { year, file } = advisoryName(advisory)
  return `${CSAF_FOLDER}/${year}/${file}.json`
}

export function recordOfFileName(file: string): number | undefined {
  const [, id] = /^sa-\d{4,6}-(\d{4,10})$/.exec(file) ?? []
  return id === undefined ? undefined : Number(id)
}

/** CSAF 5.1 */
function fileNameOf(trackingId: string) {
  return trackingId.toLowerCase().replace(/[^+\-a-z0-9]+/g, '_')
}
