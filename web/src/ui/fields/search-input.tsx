// A search field: reports the trimmed text 300 ms after the last key, at once on Enter and on clearing, never while an input method composes.
// `busy` turns the magnifier into a spinner, as does `off`, the reason why searching is disabled.
import { Search, X } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { useTexts } from '../../i18n.ts'
import { classes } from '../class-names.ts'
import { Spinner } from '../progress.tsx'

export function SearchInput({
  label,
  placeholder,
  value,
  onSearch,
  busy = false,
  off,
  className,
  autoFocus = false,
}: {
  label: string
  placeholder?: string
  value: string
  onSearch: (text: string) => void
  busy?: boolean
  off?: string | undefined
  className?: string
  autoFocus?: boolean
}) {
  const t = useTexts('ui')
  const [typed, setTyped] = useState(value)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const composing = useRef(false)
  const reported = useRef(value)
  // what the page has changed since the last key, a tab say, counts when the text is reported
  const latestOnSearch = useRef(onSearch)
  latestOnSearch.current = onSearch
  // A value changed from outside (back button, "clear filters") is shown; one that this field reported is not.
  useEffect(() => {
    if (value !== reported.current) {
      reported.current = value
      setTyped(value)
    }
  }, [value])
  useEffect(() => () => clearTimeout(timer.current), [])
  const report = (text: string, delay: number) => {
    clearTimeout(timer.current)
    timer.current = setTimeout(() => {
      const trimmed = text.trim()
      if (trimmed !== reported.current) {
        reported.current = trimmed
        latestOnSearch.current(trimmed)
      }
    }, delay)
  }
  return (
    <div role="search" aria-label={label} className={classes('relative', className)}>
      <span aria-hidden className="pointer-events-none absolute inset-y-0 left-2.5 flex items-center text-text-2">
        {busy || off !== undefined ? <Spinner /> : <Search size={16} strokeWidth={1.75} />}
      </span>
      <input
        dir="auto"
        type="search"
        aria-label={label}
        {...(autoFocus && { autoFocus })}
        placeholder={placeholder ?? label}
        value={typed}
        autoComplete="off"
        readOnly={off !== undefined}
        aria-busy={busy || off !== undefined || undefined}
        title={off}
        enterKeyHint="search"
        onCompositionStart={() => {
          composing.current = true
          clearTimeout(timer.current)
        }}
        onCompositionEnd={(event) => {
          composing.current = false
          report(event.currentTarget.value, 300)
        }}
        onChange={(event) => {
          setTyped(event.target.value)
          if (!composing.current) report(event.target.value, 300)
        }}
        onKeyDown={(event) => {
          if (event.nativeEvent.isComposing) return
          if (event.key === 'Enter') report(typed, 0)
          if (event.key === 'Escape' && typed) {
            event.preventDefault()
            setTyped('')
            report('', 0)
          }
        }}
        className="field-edge min-h-(--field) w-full pr-8 pl-8 [&::-webkit-search-cancel-button]:hidden"
      />
      {typed && (
        <button
          type="button"
          aria-label={t('clear')}
          onClick={() => {
            setTyped('')
            report('', 0)
          }}
          className="absolute inset-y-0 right-1 my-auto inline-flex size-6 items-center justify-center rounded-control text-text-3 hover:text-text"
        >
          <X aria-hidden size={14} strokeWidth={2} />
        </button>
      )}
    </div>
  )
}
