import { FaqView } from '../faq/faq-view.tsx'
import { definePage, found } from '../page.ts'
import { describeMenuItem, pageMeta } from './page-meta.ts'

interface Data {
  title: string
  body: string
}

export const faqPage = definePage<Data>({
  async load(context) {
    const { page_content } = await context.read('/api/basic-page/:page', {
      page: 'faq',
      cloud: context.cloud.machine_name,
    })
    return found(page_content)
  },

  meta({ title }, { path, cloud, global }) {
    const names = { cloud: cloud.domain, provider: global.provider.name }
    const description = describeMenuItem({ route: path, component: 'faq' }, names)
    return { ...pageMeta(path, names, { title, description }), canonicalPath: path }
  },

  Content({ data, context }) {
    return (
      <div className="page-body">
        <FaqView {...data} context={context} />
      </div>
    )
  },
})
