// Hook that opens files of a list in the viewer's window.
import { type ReactNode, Suspense, useState } from 'react'
import { texts } from '../i18n.ts'
import type { ViewerFile } from './viewer.tsx'
import { laterDialog } from '../ui/dialogs/later-dialog.tsx'

const ViewerWindow = laterDialog(async () => {
  const [module] = await Promise.all([import('./viewer-window.tsx'), texts('viewer', 'player')])
  return module
})

/** `open` shows one file over the page, with next and previous within the list; the caller renders `window`. */
export function useViewer(): { open: (files: readonly ViewerFile[], id: string) => void; window: ReactNode } {
  const [current, setCurrent] = useState<{ files: readonly ViewerFile[]; index: number }>()
  return {
    open: (files, id) => {
      const index = files.findIndex((file) => file.id === id)
      if (index >= 0) setCurrent({ files, index })
    },
    window: current && (
      <Suspense>
        <ViewerWindow {...current} onMove={(index) => setCurrent({ ...current, index })} onClose={() => setCurrent(undefined)} />
      </Suspense>
    ),
  }
}
