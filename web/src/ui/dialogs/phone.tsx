// The narrow layout of phones, in which menus and popovers are sheets from below.
import { useSyncExternalStore } from 'react'

const mediaQuery = window.matchMedia('(max-width: 640px)')
const subscribe = (listener: () => void) => {
  mediaQuery.addEventListener('change', listener)
  return () => mediaQuery.removeEventListener('change', listener)
}

export const usePhone = () => useSyncExternalStore(subscribe, () => mediaQuery.matches)
export const sheetClasses =
  'rise fixed inset-x-0 bottom-0 z-(--z-index-dialog) max-h-[85dvh] rounded-t-panel bg-raised pb-[env(safe-area-inset-bottom)] shadow-float outline-none'

/** The dimmed page behind a sheet. */
export const Veil = () => <div aria-hidden className="fixed inset-0 z-(--z-index-drawer) bg-[rgb(15_21_23/.38)]" />
