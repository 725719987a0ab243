import { expect, test } from 'vitest'
import { madeUpAdvisory, madeUpEdition } from '../../../../tests/support/made-up-advisories.ts'
import { decodeRecords } from './decode-edition.ts'
import { encodeEdition } from './encode-edition.ts'

test('CSAF: records in a file of the version before have no facts and no releases', () => {
  const said = madeUpAdvisory({
    advisory: { product_status: 'fixed', remediations: [], references: [] },
    revisions: [new Date('2026-03-01T10:00:00Z')],
  })
  const rows = rowsOf(said)
  expect(decodeRecords(rows)).toEqual([said])
  const ofBefore = rows.map(({ advisory: _, revisions: __, ...row }) => row)
  expect(decodeRecords(ofBefore)).toEqual([{ ...said, advisory: null, revisions: [] }])
})

/** As they stand in a file, on its third line. */
function rowsOf(record: ReturnType<typeof madeUpAdvisory>): Record<string, unknown>[] {
  const edition = madeUpEdition([record])
  const site = { ...edition.site, ...EMPTY_SITE } as typeof edition.site
  const lines = [...encodeEdition({ ...edition, site, threats: NO_THREATS }, new Date())]
  return JSON.parse(lines.at(-1) ?? '')
}

const EMPTY_SITE = {
  menu: { main_menu: [], top_menu: [] },
  severities: [],
  regions: [],
  dataCenters: new Map(),
  pages: [],
  complianceRows: [],
  banners: [],
  maintenance: null,
  ipRanges: [],
}
const NO_THREATS = {
  counts: { firstDay: '2026-01-01', lastDay: undefined, hasFigures: new Uint8Array(), cells: [] },
  origins: { day: null, total: 0, totals: { malware: 0, threat: 0, sandbox: 0, ba: 0 }, flows: [] },
} as never
