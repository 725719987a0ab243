import { RichText } from '../../ui/parts/rich-text.tsx'
import { definePage, found } from '../page.ts'
import { PageHead } from '../parts/page-head.tsx'
import { PrintedAddress } from '../record/printed-address.tsx'

interface Data {
  title: string
  body: string
}

/** G-10: the same for every cloud, so no cloud is named. */
export const cookiePolicyPage = definePage<Data>({
  async load(context) {
    const { page_content } = await context.read('/api/basic-page/:page', { page: 'cookie-policy' })
    return found(page_content)
  },

  meta({ title }, { global }) {
    return {
      title,
      description: `Which cookies this ${global.provider.name} site stores, why, and for how long.`,
    }
  },

  Content({ data: { title, body }, context: { path } }) {
    return (
      <div className="page-body">
        <PageHead title={title} />
        <RichText html={body} />
        <PrintedAddress path={path} />
      </div>
    )
  },
})
