import { faqAddress, faqSearch, searchOf } from '../../domain/faq/faq-query.ts'
import { type SearchAddress, useSearchInAddress } from '../parts/use-search-in-address.ts'

const FAQ_SEARCH: SearchAddress = { searchIn: faqSearch, searchOf, address: faqAddress }

/** F-01 */
export function useFaqSearch(path: string, query: URLSearchParams) {
  return useSearchInAddress(path, query, FAQ_SEARCH)
}
