// Toasts: bottom left, for 6 s, longer while hovered or focused; errors and toasts that need an answer (`stays`) stay until closed. They live in
// #above, beside the app, so a dialog that makes the app inert leaves them alone. Call `toast({ text, undo })` from anywhere.
import { Check, CircleAlert, RefreshCw, X } from 'lucide-react'
import { type FocusEvent, useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { useTexts } from '../../i18n.ts'
import { useClearOfButtons } from './clear-of-buttons.ts'

export type Toast = { text: string; error?: boolean; act?: { label: string; run: () => void }; undo?: () => void; stays?: boolean }
const isPersistent = (entry: Toast) => Boolean(entry.error || entry.stays)
type VisibleToast = Toast & { id: number }

let visible: VisibleToast[] = []
let next = 1
const listeners = new Set<() => void>()
const setVisible = (to: VisibleToast[]) => {
  visible = to
  for (const listener of listeners) listener()
}

export function toast(entry: Toast) {
  const id = next++
  // A repeated text is one toast; of the transient ones the latest three are shown.
  const others = visible.filter(({ text }) => text !== entry.text)
  const transient = others.filter((other) => !isPersistent(other)).slice(-2)
  setVisible([...others.filter((other) => isPersistent(other) || transient.includes(other)), { ...entry, id }])
  return () => dismiss(id)
}
const dismiss = (id: number) => setVisible(visible.filter((entry) => entry.id !== id))

export function Toasts() {
  const toasts = useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => visible,
  )
  const box = useRef<HTMLDivElement>(null)
  useClearOfButtons(box, toasts.length > 0)
  return (
    <div
      ref={box}
      className="pointer-events-none fixed bottom-[calc(var(--nav)+var(--foot)+16px)] left-4 z-(--z-index-toast) flex w-[min(520px,calc(100vw-32px))] flex-col gap-2"
    >
      {/* live regions exist before their content; errors are read at once */}
      <div role="status" className="contents">
        {toasts
          .filter((entry) => !entry.error)
          .map((entry) => (
            <ToastCard key={entry.id} entry={entry} />
          ))}
      </div>
      <div role="alert" className="contents">
        {toasts
          .filter((entry) => entry.error)
          .map((entry) => (
            <ToastCard key={entry.id} entry={entry} />
          ))}
      </div>
    </div>
  )
}

function ToastCard({ entry }: { entry: VisibleToast }) {
  const t = useTexts('ui')
  const [hovered, setHovered] = useState(false)
  const [focused, setFocused] = useState(false)
  const persistent = isPersistent(entry)
  const isHeld = hovered || focused
  useEffect(() => {
    if (persistent || isHeld) return
    const timer = setTimeout(() => dismiss(entry.id), 6000)
    return () => clearTimeout(timer)
  }, [persistent, isHeld, entry.id])
  const act = entry.undo ? { label: t('undo'), run: entry.undo } : entry.act
  const Icon = entry.error ? CircleAlert : entry.stays ? RefreshCw : Check
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: a message waits while somebody reads it; what acts is the button inside
    <div
      onPointerEnter={() => setHovered(true)}
      onPointerLeave={() => setHovered(false)}
      onFocus={() => setFocused(true)}
      onBlur={(event: FocusEvent) => setFocused(event.currentTarget.contains(event.relatedTarget))}
      className="on-inverse rise pointer-events-auto flex min-h-10 items-center gap-2.5 rounded-tile bg-inverse px-3.5 py-2 text-body text-canvas shadow-float"
    >
      <Icon aria-hidden size={16} strokeWidth={1.75} className="shrink-0" />
      <span className="min-w-0 flex-1">{entry.text}</span>
      {act && (
        <button
          type="button"
          className="min-h-6 shrink-0 font-semibold underline underline-offset-2"
          onClick={() => {
            act.run()
            dismiss(entry.id)
          }}
        >
          {act.label}
        </button>
      )}
      {persistent && (
        <button
          type="button"
          aria-label={t('close')}
          className="inline-flex size-6 shrink-0 items-center justify-center"
          onClick={() => dismiss(entry.id)}
        >
          <X aria-hidden size={16} />
        </button>
      )}
    </div>
  )
}
