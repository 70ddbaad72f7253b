// Whether the page is as narrow as a phone's: there menus and popovers are sheets from below.
import { useSyncExternalStore } from 'react'

const narrow = window.matchMedia('(max-width: 640px)')
const watch = (tell: () => void) => {
  narrow.addEventListener('change', tell)
  return () => narrow.removeEventListener('change', tell)
}

export const usePhone = () => useSyncExternalStore(watch, () => narrow.matches)
export const sheet =
  'rise fixed inset-x-0 bottom-0 z-(--z-index-dialog) max-h-[85dvh] rounded-t-panel bg-raised pb-[env(safe-area-inset-bottom)] shadow-float outline-none'

/** Behind a sheet: the page is still there, but not now. */
export const Veil = () => <div aria-hidden className="fixed inset-0 z-(--z-index-drawer) bg-[rgb(15_21_23/.38)]" />
