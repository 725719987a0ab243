import { useEffect } from 'react'
import { clearedFlashCookie, flashOfCookies } from '../../domain/account/flash.ts'
import { writeCookie } from '../../ui/parts/write-cookie.ts'
import { showToast } from '../../ui/toast/toast.ts'

/** What the step before this page left to say. */
export function useFlash() {
  useEffect(() => {
    const flash = flashOfCookies(document.cookie)
    if (flash === undefined) return
    writeCookie(clearedFlashCookie({ isSecure: location.protocol === 'https:' }))
    showToast(flash)
  }, [])
}
