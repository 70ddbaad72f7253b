// The command palette: a field and what fits it, by groups. Arrows move, Enter opens, Escape closes. What there is to find is given by the
// page: entries that are known are filtered here, those from the server come with what was typed.
import type { LucideIcon } from 'lucide-react'
import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { useTexts } from '../i18n.ts'
import { classes } from './class-names.ts'
import { Dialog } from './dialog.tsx'
import { Spinner } from './progress.tsx'

export type Command = { id: string; label: string; hint?: string; icon?: LucideIcon; lead?: ReactNode; run: () => void }
export type CommandGroup = {
  heading: string
  entries: readonly Command[]
  /** Already found by the server. */
  found?: boolean
}

const fits = (entry: Command, words: readonly string[]) => {
  const text = `${entry.label} ${entry.hint ?? ''}`.toLocaleLowerCase()
  return words.every((word) => text.includes(word))
}

export default function CommandPalette({
  title,
  groups,
  onFind,
  busy = false,
  problem,
  onClose,
}: {
  title: string
  groups: readonly CommandGroup[]
  /** What was typed, 200 ms after the last key. */
  onFind?: (text: string) => void
  busy?: boolean
  problem?: string | undefined
  onClose: () => void
}) {
  const t = useTexts('ui')
  const id = useId()
  const field = useRef<HTMLInputElement>(null)
  const [typed, setTyped] = useState('')
  const [at, setAt] = useState(0)
  const composing = useRef(false)
  const told = useRef(onFind)
  told.current = onFind
  useEffect(() => {
    const later = setTimeout(() => {
      if (!composing.current) told.current?.(typed.trim())
    }, 200)
    return () => clearTimeout(later)
  }, [typed])
  // After the dialog has put the focus on its first control.
  useEffect(() => {
    const later = setTimeout(() => field.current?.focus(), 50)
    return () => clearTimeout(later)
  }, [])
  const words = typed.trim().toLocaleLowerCase().split(/\s+/).filter(Boolean)
  const shown = groups
    .map((group) => ({ ...group, entries: group.found ? group.entries : group.entries.filter((one) => fits(one, words)) }))
    .filter(({ entries }) => entries.length > 0)
  const all = shown.flatMap(({ entries }) => entries)
  const current = all[Math.min(at, all.length - 1)]
  const open = (entry: Command | undefined) => {
    if (!entry) return
    onClose()
    entry.run()
  }
  const key = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing || all.length === 0) return
    const now = current ? all.indexOf(current) : 0
    const to = { ArrowDown: now + 1, ArrowUp: now - 1 }[event.key]
    if (to !== undefined) {
      event.preventDefault()
      const next = (to + all.length) % all.length
      setAt(next)
      document.getElementById(`${id}-${all[next]?.id}`)?.scrollIntoView({ block: 'nearest' })
    } else if (event.key === 'Enter') {
      event.preventDefault()
      open(current)
    }
  }
  return (
    <Dialog open top title={title} width={560} onClose={onClose}>
      <div className="min-h-40 pb-3">
        <div className="relative">
          <input
            ref={field}
            role="combobox"
            aria-label={title}
            aria-expanded={all.length > 0}
            aria-controls={`${id}-list`}
            aria-activedescendant={current ? `${id}-${current.id}` : undefined}
            aria-autocomplete="list"
            autoComplete="off"
            spellCheck={false}
            value={typed}
            placeholder={t('paletteHint')}
            onCompositionStart={() => {
              composing.current = true
            }}
            onCompositionEnd={(event) => {
              composing.current = false
              setTyped(event.currentTarget.value)
              told.current?.(event.currentTarget.value.trim())
            }}
            onChange={(event) => {
              setTyped(event.target.value)
              setAt(0)
            }}
            onKeyDown={key}
            className="field-edge min-h-(--field) w-full px-3 pr-9"
          />
          {busy && (
            <span className="absolute inset-y-0 right-3 flex items-center text-text-2">
              <Spinner />
            </span>
          )}
        </div>
        <p role="status" className="screen-reader">
          {busy ? '' : t('paletteFound', { count: all.length })}
        </p>
        {problem && <p className="mt-3 text-small text-bad-text">{problem}</p>}
        {all.length === 0 && !busy && !problem && <p className="mt-3 text-small text-text-2">{t('nothingFits')}</p>}
        <div id={`${id}-list`} role="listbox" aria-label={title} className="mt-2 -mx-1.5">
          {shown.map(({ heading, entries }) => (
            // biome-ignore lint/a11y/useSemanticElements: a group of options
            <div key={heading} role="group" aria-label={heading}>
              <p aria-hidden className="px-2 pt-2 pb-1 text-caption font-semibold text-text-3">
                {heading}
              </p>
              {entries.map((entry) => (
                // biome-ignore lint/a11y/useKeyWithClickEvents: the field has the keys
                <div
                  key={entry.id}
                  id={`${id}-${entry.id}`}
                  role="option"
                  tabIndex={-1}
                  aria-selected={entry === current}
                  onPointerMove={() => setAt(all.indexOf(entry))}
                  onClick={() => open(entry)}
                  className={classes(
                    'flex min-h-(--control) cursor-pointer items-center gap-2.5 rounded-control px-2 py-1',
                    entry === current && 'bg-hover',
                  )}
                >
                  {entry.lead}
                  {entry.icon && <entry.icon aria-hidden size={16} strokeWidth={1.75} className="shrink-0 text-text-2" />}
                  <span className="min-w-0 flex-1 truncate">{entry.label}</span>
                  {entry.hint && <span className="max-w-[45%] truncate text-small text-text-3">{entry.hint}</span>}
                </div>
              ))}
            </div>
          ))}
        </div>
      </div>
    </Dialog>
  )
}
