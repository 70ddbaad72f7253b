// Viewer in a modal window over the whole page.
import { useEffect, useRef } from 'react'
import type { ViewerFile } from './viewer.tsx'
import Viewer from './viewer.tsx'

/** Escape and the first button close it; the focus returns to its previous element. */
export default function ViewerWindow({
  files,
  index,
  onMove,
  onClose,
}: {
  files: readonly ViewerFile[]
  index: number
  onMove: (index: number) => void
  onClose: () => void
}) {
  const dialog = useRef<HTMLDialogElement>(null)
  const previousFocus = useRef(document.activeElement)
  useEffect(() => {
    const element = dialog.current
    element?.showModal()
    return () => {
      element?.close()
      const target = previousFocus.current
      if (target instanceof HTMLElement && target.isConnected) target.focus()
    }
  }, [])
  return (
    <dialog
      ref={dialog}
      aria-label={files[index]?.name}
      onCancel={(event) => {
        event.preventDefault()
        onClose()
      }}
      className="m-0 h-dvh max-h-none w-screen max-w-none border-0 bg-canvas p-0"
    >
      <Viewer files={files} index={index} onMove={onMove} onClose={onClose} className="h-full" />
    </dialog>
  )
}
