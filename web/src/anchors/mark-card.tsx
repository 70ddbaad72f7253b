// The comment of a mark: a card at the margin with the number and the marker's name, where the comment is read, written and removed.
import { Trash2, X } from 'lucide-react'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { IconButton } from '../ui/icon-button.tsx'
import type { MarkWords } from './mark-words.ts'

const pause = 800

/** A typed text is reported after a pause and on leaving. `bank` offers kept comments. */
export function MarkCard({
  number,
  author,
  text,
  readOnly,
  onText,
  onRemove,
  onClose,
  bank,
  top,
  words,
}: {
  number: number | undefined
  author: string
  text: string
  readOnly: boolean
  onText: (text: string) => void
  onRemove: () => void
  onClose: () => void
  bank?: ((pick: (text: string) => void) => ReactNode) | undefined
  /** Per cent of the page's height. */
  top: number
  words: MarkWords
}) {
  const [typed, setTyped] = useState(text)
  const field = useRef<HTMLTextAreaElement>(null)
  const reported = useRef(text)
  const latest = useRef({ typed, onText })
  latest.current = { typed, onText }
  const report = () => {
    const { typed: value, onText: send } = latest.current
    if (value.trim() === reported.current) return
    reported.current = value.trim()
    send(value.trim())
  }
  useEffect(() => {
    if (!readOnly && text === '') field.current?.focus({ preventScroll: true })
    return () => {
      if (!readOnly) report()
    }
  }, [])
  useEffect(() => {
    const timer = setTimeout(report, pause)
    return () => clearTimeout(timer)
  }, [typed])
  const heading = [number, author].filter(Boolean).join(' · ')
  return (
    // biome-ignore lint/a11y/noNoninteractiveElementInteractions: Escape closes the card from whatever has the focus in it
    <section
      aria-label={heading || words.comment}
      style={{ top: `min(${top}%, calc(100% - 60px))` }}
      onKeyDown={(event) => {
        event.stopPropagation()
        if (event.key === 'Escape' || (event.key === 'Enter' && (event.ctrlKey || event.metaKey))) {
          event.preventDefault()
          onClose()
        }
      }}
      onPointerDown={(event) => event.stopPropagation()}
      onClick={(event) => event.stopPropagation()}
      className="surface-card pointer-events-auto absolute right-1 z-20 mt-7 w-[min(248px,92%)] !bg-raised p-2.5 pt-1 text-text shadow-popover"
    >
      <div className="flex min-h-8 items-center gap-1">
        <span className="min-w-0 flex-1 truncate text-caption font-semibold text-text-2">{heading}</span>
        {!readOnly && <IconButton size="sm" iconSize={15} label={words.remove} icon={Trash2} onClick={onRemove} />}
        <IconButton size="sm" iconSize={15} label={words.closeComment} icon={X} onClick={onClose} />
      </div>
      {readOnly ? (
        <p className="text-body whitespace-pre-wrap wrap-break-word">{text}</p>
      ) : (
        <>
          <textarea
            dir="auto"
            ref={field}
            aria-label={words.commentText}
            value={typed}
            rows={3}
            maxLength={4000}
            onChange={(event) => setTyped(event.target.value)}
            onBlur={report}
            className="field-edge field-sizing-content block max-h-60 min-h-16 w-full px-2 py-1.5 text-body"
          />
          {bank?.((kept) => setTyped((before) => (before.trim() ? `${before.trim()} ${kept}` : kept)))}
        </>
      )}
    </section>
  )
}

/** Letters that are being written on the page. Ctrl Enter or leaving keeps them, Escape drops them. */
export function TextEntry({
  label,
  text,
  colour,
  left,
  top,
  size,
  onDone,
}: {
  label: string
  text: string
  colour: string
  /** Per cent of the page. */
  left: number
  top: number
  /** CSS pixels. */
  size: number
  onDone: (text: string | undefined) => void
}) {
  const [typed, setTyped] = useState(text)
  const field = useRef<HTMLTextAreaElement>(null)
  const over = useRef(false)
  useEffect(() => field.current?.focus({ preventScroll: true }), [])
  const end = (value: string | undefined) => {
    if (over.current) return
    over.current = true
    onDone(value)
  }
  return (
    <textarea
      dir="auto"
      ref={field}
      aria-label={label}
      value={typed}
      rows={Math.max(1, typed.split('\n').length)}
      maxLength={4000}
      onChange={(event) => setTyped(event.target.value)}
      onBlur={() => end(typed)}
      onPointerDown={(event) => event.stopPropagation()}
      onClick={(event) => event.stopPropagation()}
      onKeyDown={(event) => {
        event.stopPropagation()
        if (event.key === 'Escape') end(undefined)
        if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) end(typed)
      }}
      style={{ left: `${left}%`, top: `${top}%`, color: colour, fontSize: Math.max(12, size), lineHeight: 1.35 }}
      className="field-sizing-content pointer-events-auto absolute z-20 min-w-24 max-w-[90%] resize-none border border-dashed border-[#0b6e6b] bg-[#fff]/85 px-0.5 font-medium outline-none"
    />
  )
}
