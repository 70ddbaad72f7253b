import { lazy, type ReactNode, Suspense, useState } from 'react'
import { texts } from '../i18n.ts'
import type { Viewed } from './viewer.tsx'

const ViewerWindow = lazy(async () => {
  const [module] = await Promise.all([import('./viewer-window.tsx'), texts('viewer', 'player')])
  return module
})

/** For lists of files: `open` shows one of them over the page, with next and previous within the list; `window` is to be rendered. */
export function useViewer(): { open: (files: readonly Viewed[], id: string) => void; window: ReactNode } {
  const [shown, show] = useState<{ files: readonly Viewed[]; at: number }>()
  return {
    open: (files, id) => {
      const at = files.findIndex((one) => one.id === id)
      if (at >= 0) show({ files, at })
    },
    window: shown && (
      <Suspense>
        <ViewerWindow {...shown} onMove={(at) => show({ ...shown, at })} onClose={() => show(undefined)} />
      </Suspense>
    ),
  }
}
