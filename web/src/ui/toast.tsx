// Toasts: bottom left, 6 s, longer while hovered or focused; an error and what waits for an answer (`stays`) stay until closed. They live in #above, beside the app, so a
// dialog that makes the app inert leaves them alone. `toast({ text, undo })` from anywhere.
import { Check, CircleAlert, RefreshCw, X } from 'lucide-react'
import { type FocusEvent, useEffect, useState, useSyncExternalStore } from 'react'
import { useTexts } from '../i18n.ts'

export type Toast = { text: string; error?: boolean; act?: { label: string; run: () => void }; undo?: () => void; stays?: boolean }
const lasts = (one: Toast) => Boolean(one.error || one.stays)
type Shown = Toast & { id: number }

let shown: Shown[] = []
let next = 1
const watchers = new Set<() => void>()
const change = (to: Shown[]) => {
  shown = to
  for (const tell of watchers) tell()
}

export function toast(one: Toast) {
  const id = next++
  // The same words twice are one toast; of those that pass by themselves the latest three are shown.
  const others = shown.filter(({ text }) => text !== one.text)
  const passing = others.filter((other) => !lasts(other)).slice(-2)
  change([...others.filter((other) => lasts(other) || passing.includes(other)), { ...one, id }])
  return () => dismiss(id)
}
const dismiss = (id: number) => change(shown.filter((one) => one.id !== id))

export function Toasts() {
  const all = useSyncExternalStore(
    (tell) => {
      watchers.add(tell)
      return () => watchers.delete(tell)
    },
    () => shown,
  )
  return (
    <div className="pointer-events-none fixed bottom-[calc(var(--nav)+var(--foot)+16px)] left-4 z-(--z-index-toast) flex w-[min(520px,calc(100vw-32px))] flex-col gap-2">
      {/* both are there before there is anything to read out; errors are read at once */}
      <div role="status" className="contents">
        {all
          .filter((one) => !one.error)
          .map((one) => (
            <One key={one.id} one={one} />
          ))}
      </div>
      <div role="alert" className="contents">
        {all
          .filter((one) => one.error)
          .map((one) => (
            <One key={one.id} one={one} />
          ))}
      </div>
    </div>
  )
}

function One({ one }: { one: Shown }) {
  const t = useTexts('ui')
  const [hovered, setHovered] = useState(false)
  const [focused, setFocused] = useState(false)
  const lasting = lasts(one)
  const held = hovered || focused
  useEffect(() => {
    if (lasting || held) return
    const timer = setTimeout(() => dismiss(one.id), 6000)
    return () => clearTimeout(timer)
  }, [lasting, held, one.id])
  const act = one.undo ? { label: t('undo'), run: one.undo } : one.act
  const Icon = one.error ? CircleAlert : one.stays ? RefreshCw : Check
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
      <span className="min-w-0 flex-1">{one.text}</span>
      {act && (
        <button
          type="button"
          className="min-h-6 shrink-0 font-semibold underline underline-offset-2"
          onClick={() => {
            act.run()
            dismiss(one.id)
          }}
        >
          {act.label}
        </button>
      )}
      {lasting && (
        <button
          type="button"
          aria-label={t('close')}
          className="inline-flex size-6 shrink-0 items-center justify-center"
          onClick={() => dismiss(one.id)}
        >
          <X aria-hidden size={16} />
        </button>
      )}
    </div>
  )
}
