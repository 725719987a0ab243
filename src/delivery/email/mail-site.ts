import type { BrandLook } from '../../domain/brand/brand.ts'

export interface NotificationSite {
  provider: { name: string; feedback_email: string; brand?: BrandLook | undefined }
  publicUrl: string
}
