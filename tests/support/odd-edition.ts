import { createHash } from 'node:crypto'
import { imageName } from '../../src/domain/images/image-name.ts'
import type { Edition } from '../../src/edition/edition.ts'

/** In a future banner. */
export const FUTURE_BANNER = 'NW-banner-4711'
/** Longer than a file name may be, with characters that URLs encode. */
export const ODD_ROUTE = `/fragen & antworten ${'é'.repeat(120)}`

/** Too large for the site's cache of answers. */
const bytes = Buffer.alloc(1_100_000, 'as good as an image')
const digest = createHash('sha256').update(bytes).digest('hex').slice(0, 32)
/** In a text of the site. */
export const ODD_IMAGE = { name: imageName({ digest, width: 9, height: 9, type: 'png' }), bytes }

/** An edition with rare but valid content: an odd path in the menu, a planned banner, an image. */
export function withOddThings(given: Edition): Edition {
  const { site: content } = given
  const [faq] = content.menu.main_menu
    .flatMap((item) => item.sub_menus ?? [item])
    .filter(({ component }) => component === 'faq')
  if (faq === undefined) throw new Error('The demo has an FAQ.')
  const odd = { ...faq, id: 'odd', route: ODD_ROUTE }
  const planned = {
    id: 900,
    cloud: null,
    gravity: 'notice' as const,
    text: FUTURE_BANNER,
    link: null,
    startsAt: new Date(Date.now() + 3_600_000),
    endsAt: null,
  }
  return {
    ...given,
    // As every site has it after its first start.
    log: given.log && { ...given.log, host: 'status.example.com', public_key: 'ab'.repeat(32) },
    site: {
      ...content,
      menu: { ...content.menu, main_menu: [...content.menu.main_menu, odd] },
      banners: [...content.banners, planned],
      images: new Set([...content.images, ODD_IMAGE.name]),
    },
  }
}
