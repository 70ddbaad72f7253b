// The entry to search on every page: a box in the bar, an icon on a phone, Ctrl or ⌘ K; ? opens the keyboard help. Their code loads on
// hover, focus or touch.
import { Search } from 'lucide-react'
import { lazy, Suspense, useEffect, useState } from 'react'
import { texts, useTexts } from '../i18n.ts'
import { IconButton } from '../ui/icon-button.tsx'
import { findKeys, isMac } from '../ui/menus/key-sets.ts'
import { useSingleKey } from '../ui/menus/single-keys.ts'
import { useEarlyKeys } from './early-keys.ts'
import { laterDialog } from '../ui/dialogs/later-dialog.tsx'

const loadPalette = () => Promise.all([import('./search.tsx'), texts('courses', 'search')]).then(([module]) => module)
const Palette = laterDialog(loadPalette)
const Help = laterDialog(() => Promise.all([import('./help.tsx'), texts('keys')]).then(([module]) => module))
const SignOutNow = lazy(() => import('./sign-out-now.tsx'))

export function SearchEntry() {
  const t = useTexts('shell')
  const [open, setOpen] = useState<'search' | 'help' | 'signOut'>()
  const early = useEarlyKeys(open === 'search')
  useSingleKey('?', () => setOpen('help'))
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (
        event.key.toLowerCase() !== 'k' ||
        !(isMac ? event.metaKey : event.ctrlKey) ||
        event.altKey ||
        event.shiftKey ||
        event.isComposing
      )
        return
      event.preventDefault()
      setOpen('search')
    }
    window.addEventListener('keydown', onKeyDown)
    return () => window.removeEventListener('keydown', onKeyDown)
  }, [])
  const preload = { onPointerEnter: loadPalette, onFocus: loadPalette, onTouchStart: loadPalette }
  return (
    <>
      <button
        type="button"
        {...preload}
        onClick={() => setOpen('search')}
        aria-keyshortcuts={isMac ? 'Meta+K' : 'Control+K'}
        className="mr-4 flex h-8 w-[260px] items-center gap-2.5 rounded-control bg-sunken px-2.5 text-small text-text-3 hover:bg-hover max-small:hidden"
      >
        <Search aria-hidden size={16} strokeWidth={1.75} className="shrink-0" />
        <span className="min-w-0 flex-1 truncate text-left">{t('search')}</span>
        <kbd aria-hidden className="rounded-mark border border-line bg-surface px-1.5 font-sans text-caption">
          {findKeys}
        </kbd>
      </button>
      <span className="contents small:hidden" {...preload}>
        <IconButton label={t('search')} icon={Search} iconSize={20} onClick={() => setOpen('search')} />
      </span>
      <Suspense>
        {open === 'search' && (
          <Palette early={early} onClose={() => setOpen(undefined)} onHelp={() => setOpen('help')} onSignOut={() => setOpen('signOut')} />
        )}
        {open === 'signOut' && <SignOutNow />}
        {open === 'help' && <Help mac={isMac} onClose={() => setOpen(undefined)} />}
      </Suspense>
    </>
  )
}
