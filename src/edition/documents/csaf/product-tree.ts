import type { Site, SiteCloud } from '../../edition.ts'
import type { EditionRecord } from '../../edition-record.ts'

interface Product {
  product_id: string
  name: string
}

interface Family {
  name: string
  products: Product[]
}

export function productTree(site: Site, record: EditionRecord) {
  const families = familiesOf(site, record)
  const vendor = named(site.provider.name, 'Provider')
  return {
    ids: families.flatMap(({ products }) => products.map(({ product_id }) => product_id)),
    tree: {
      branches: [
        {
          category: 'vendor',
          name: vendor,
          branches: families.map(({ name, products }) => ({
            category: 'product_family',
            name,
            branches: products.map((product) => ({
              category: 'product_name',
              name: product.name,
              product: { product_id: product.product_id, name: `${vendor} ${product.name}` },
            })),
          })),
        },
      ],
    },
  }
}

/**
 * Retired products stay, by number if their name is gone with the cloud: the advisory still applies to them. An
 * advisory without clouds applies to everything.
 */
function familiesOf(site: Site, { clouds, services }: EditionRecord): Family[] {
  const families = new Map<string, Product[]>()
  const add = (family: string, product: Product) =>
    families.set(family, [...(families.get(family) ?? []), product])
  const placed = new Set<number>()
  for (const cloud of site.clouds.filter(({ id }) => clouds.includes(id))) {
    const here = servicesOf(cloud).filter(({ tid }) => services.includes(tid))
    const family = familyOf(site, cloud)
    const where = named(cloud.domain, cloud.title)
    if (here.length === 0) add(family, { product_id: `cloud-${cloud.id}`, name: where })
    for (const { tid, name } of here) {
      placed.add(tid)
      add(family, { product_id: `service-${tid}`, name: `${named(name, 'Service')} on ${where}` })
    }
  }
  const known = new Set(site.clouds.map(({ id }) => id))
  for (const id of clouds.filter((each) => !known.has(each))) {
    add(RETIRED, { product_id: `cloud-${id}`, name: `Cloud ${id}, retired` })
  }
  for (const tid of services.filter((each) => !placed.has(each))) {
    const name = named(site.services.get(tid)?.name ?? '', `Service ${tid}`)
    add(RETIRED, { product_id: `service-${tid}`, name: `${name}, on a retired cloud` })
  }
  if (families.size === 0) add(ALL, { product_id: 'all-clouds', name: ALL })
  return [...families].map(([name, products]) => ({ name, products }))
}

const RETIRED = 'Retired clouds'
const ALL = 'All clouds'

function familyOf({ products }: Site, { type, title }: SiteCloud): string {
  return named(products.find(({ machine_name }) => machine_name === type)?.title ?? '', title)
}

function servicesOf({ serviceCategories }: SiteCloud) {
  return serviceCategories.flatMap(({ services }) => services)
}

/** CSAF forbids empty names in the tree. */
function named(name: string, otherwise: string): string {
  return name.trim() || otherwise.trim() || 'Unnamed'
}
