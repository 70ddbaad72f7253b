import { useEffect, useRef } from 'react'
import type { Viewed } from './viewer.tsx'
import Viewer from './viewer.tsx'

/** The viewer over the whole page. Escape and the first button close it; the focus goes back to where it came from. */
export default function ViewerWindow({
  files,
  at,
  onMove,
  onClose,
}: {
  files: readonly Viewed[]
  at: number
  onMove: (to: number) => void
  onClose: () => void
}) {
  const dialog = useRef<HTMLDialogElement>(null)
  const before = useRef(document.activeElement)
  useEffect(() => {
    const element = dialog.current
    element?.showModal()
    return () => {
      element?.close()
      const back = before.current
      if (back instanceof HTMLElement && back.isConnected) back.focus()
    }
  }, [])
  return (
    <dialog
      ref={dialog}
      aria-label={files[at]?.name}
      onCancel={(event) => {
        event.preventDefault()
        onClose()
      }}
      className="m-0 h-dvh max-h-none w-screen max-w-none border-0 bg-canvas p-0"
    >
      <Viewer files={files} at={at} onMove={onMove} onClose={onClose} className="h-full" />
    </dialog>
  )
}
