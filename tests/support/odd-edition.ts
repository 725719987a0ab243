import type { Edition } from '../../src/edition/edition.ts'

/** In a future banner. */
export const FUTURE_BANNER = 'NW-banner-4711'
/** Longer than a file name may be, with characters that URLs encode. */
export const ODD_ROUTE = `/fragen & antworten ${'é'.repeat(120)}`

/** An edition with rare but valid content: an odd path in the menu, and a planned banner. */
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
    site: {
      ...content,
      menu: { ...content.menu, main_menu: [...content.menu.main_menu, odd] },
      banners: [...content.banners, planned],
    },
  }
}
