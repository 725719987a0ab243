import type { DocumentView } from '../document.ts'
import { securityContact } from '../security-txt/security-contact.ts'

export function publisherOf({ edition, publicUrl }: Pick<DocumentView, 'edition' | 'publicUrl'>) {
  const { provider } = edition.site
  const contact = securityContact(provider)
  return {
    category: 'vendor',
    name: provider.name.trim() || 'The provider',
    namespace: publicUrl,
    ...(contact !== undefined && { contact_details: contact }),
  }
}
