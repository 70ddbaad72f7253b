// The command palette: a field and the matching entries by groups, the best first. Arrows move, Enter opens, Escape closes. The caller gives the
// entries; what the server has `found` may fit by more than its name.
import { type KeyboardEvent, useCallback, useEffect, useId, useRef, useState } from 'react'
import { useTexts } from '../../i18n.ts'
import { classes } from '../class-names.ts'
import { Dialog } from '../dialogs/dialog.tsx'
import { Spinner } from '../progress.tsx'
import { type Command, type CommandGroup, fittingGroups } from './command-groups.ts'

export default function CommandPalette({
  title,
  groups,
  early,
  onFind,
  busy = false,
  problem,
  onClose,
}: {
  title: string
  groups: readonly CommandGroup[]
  /** Gives the letters that were typed before the field was there. */
  early?: () => string
  /** Gets the typed text 200 ms after the last key. */
  onFind?: (text: string) => void
  busy?: boolean
  problem?: string | undefined
  onClose: () => void
}) {
  const t = useTexts('ui')
  const id = useId()
  // Later than the dialog's own focus, which comes when the field is on the page.
  const field = useCallback((element: HTMLInputElement | null) => {
    if (!element) return
    const timer = setTimeout(() => {
      element.focus()
      const before = early?.()
      if (before) setTyped(before)
    }, 50)
    return () => clearTimeout(timer)
  }, [])
  const [typed, setTyped] = useState('')
  const [activeIndex, setActiveIndex] = useState(0)
  const composing = useRef(false)
  const latestOnFind = useRef(onFind)
  latestOnFind.current = onFind
  useEffect(() => {
    const timer = setTimeout(() => {
      if (!composing.current) latestOnFind.current?.(typed.trim())
    }, 200)
    return () => clearTimeout(timer)
  }, [typed])
  const sought = typed.trim()
  const visibleGroups = fittingGroups(groups, sought)
  const allEntries = visibleGroups.flatMap(({ entries }) => entries)
  const current = allEntries[Math.min(activeIndex, allEntries.length - 1)]
  const open = (entry: Command | undefined) => {
    if (!entry) return
    onClose()
    // once the page below can have the focus again
    setTimeout(entry.run)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing || allEntries.length === 0) return
    const index = current ? allEntries.indexOf(current) : 0
    const target = { ArrowDown: index + 1, ArrowUp: index - 1 }[event.key]
    if (target !== undefined) {
      event.preventDefault()
      const next = (target + allEntries.length) % allEntries.length
      setActiveIndex(next)
      document.getElementById(`${id}-${allEntries[next]?.id}`)?.scrollIntoView({ block: 'nearest' })
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
            aria-expanded={allEntries.length > 0}
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
              latestOnFind.current?.(event.currentTarget.value.trim())
            }}
            onChange={(event) => {
              setTyped(event.target.value)
              setActiveIndex(0)
            }}
            onKeyDown={onKeyDown}
            className="field-edge min-h-(--field) w-full px-3 pr-9"
          />
          {busy && (
            <span className="absolute inset-y-0 right-3 flex items-center text-text-2">
              <Spinner />
            </span>
          )}
        </div>
        <p role="status" className="screen-reader">
          {busy ? '' : t('paletteFound', { count: allEntries.length })}
        </p>
        {problem && <p className="mt-3 text-small text-bad-text">{problem}</p>}
        {allEntries.length === 0 && !busy && !problem && <p className="mt-3 text-small text-text-2">{t('nothingFits')}</p>}
        <div id={`${id}-list`} role="listbox" aria-label={title} className="mt-2 -mx-1.5">
          {visibleGroups.map(({ heading, entries }) => (
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
                  onPointerMove={() => setActiveIndex(allEntries.indexOf(entry))}
                  onClick={() => open(entry)}
                  className={classes(
                    'flex min-h-(--control) cursor-pointer items-center gap-2.5 rounded-control px-2 py-1',
                    entry === current && 'bg-hover',
                  )}
                >
                  {entry.lead}
                  {entry.icon && <entry.icon aria-hidden size={16} strokeWidth={1.75} className="shrink-0 text-text-2" />}
                  <span className="min-w-0 flex-1 truncate" lang={entry.lang}>
                    {entry.label}
                  </span>
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
